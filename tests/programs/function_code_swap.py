def f(a):
    return a + 1


def g(a):
    return a * 10


print(f(2))
f.__code__ = g.__code__
print(f(2), f.__name__, f.__code__.co_name)
f.attribute = 3
print(f.__dict__, f.__module__, f.__qualname__)


def outer():
    x = 1

    def inner(a):
        return a + x

    return inner


f.__code__ = outer().__code__
