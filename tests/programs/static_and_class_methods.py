class A:
    factor = 2

    @staticmethod
    def double(x):
        return x * 2

    @classmethod
    def scale(cls, x):
        return x * cls.factor

    def call(self, x):
        return self.double(x) + self.scale(x) + A.scale(x)

    helper = staticmethod(lambda x: x + 1)
    bound = len


class B(A):
    factor = 10


print(A.double(1), B.scale(1), B().call(1), A().helper(1), A().bound([1]))
method = B().call
print(method(2), method.__self__.factor, method.__func__ is A.call, A.__dict__["double"](3))
B.scale()
