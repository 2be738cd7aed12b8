class Left:
    def __add__(self, other):
        print("Left.add")
        return NotImplemented

    def __lt__(self, other):
        print("Left.lt")
        return NotImplemented


class Right:
    def __radd__(self, other):
        print("Right.radd")
        return "sum"

    def __gt__(self, other):
        print("Right.gt")
        return "greater"


class Child(Left):
    def __radd__(self, other):
        print("Child.radd first")
        return "child"


print(Left() + Right())
print(Left() < Right())
print(Left() + Child())
try:
    Left() + 1
except TypeError as error:
    print(error)
print(Left() < 3)
