class Account:
    __secret = "s"

    def __init__(self):
        self.__balance = 10

    def __helper(self):
        return self.__balance

    def total(self):
        __local = 5
        return self.__helper() + __local, self.__secret, self.__dunder__

    __dunder__ = "d"


class Child(Account):
    __secret = "c"

    def peek(self):
        return self.__secret


a = Child()
print(a.total(), a.peek(), sorted(vars(a)))
print(a._Account__balance)
a.__balance
