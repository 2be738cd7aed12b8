import sys


class A:
    def method(self):
        return sys.getrefcount(self)


def argument(x):
    return sys.getrefcount(x)


a = A()
base = sys.getrefcount(a)
b = a
print(sys.getrefcount(a) - base)
c = [a, a]
print(sys.getrefcount(a) - base)
del b, c
print(sys.getrefcount(a) - base)
print(argument(a) - base >= 1, argument(a) == argument(a))


def closure():
    n = A()
    start = sys.getrefcount(n)
    def inner():
        return n
    return sys.getrefcount(n) - start, sys.getrefcount(inner) == sys.getrefcount(inner)


print(closure())
for _ in range(3):
    argument(a)
    try:
        raise ValueError(a)
    except ValueError:
        pass
print(sys.getrefcount(a) - base)
none_before = sys.getrefcount(a)
[a for _ in range(5)]
(lambda q: q)(a)
print(sys.getrefcount(a) - none_before)
