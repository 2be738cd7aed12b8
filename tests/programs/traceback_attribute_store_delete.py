class A:
    __slots__ = ("x",)


a = A()
a.x = 1
del a.x
for action in (lambda: setattr(a, "y", 1), lambda: delattr(a, "x"), lambda: setattr(5, "real", 1), lambda: delattr(A, "zz")):
    try:
        action()
    except (AttributeError, TypeError) as error:
        print(type(error).__name__, error)
a.x, a.y = 1, 2
