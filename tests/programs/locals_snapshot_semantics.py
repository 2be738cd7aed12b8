import sys


def f():
    x = 1
    first = locals()
    x = 2
    print(first["x"])
    second = locals()
    print(second["x"], first is second)
    first["x"] = 100
    print(x)
    frame = sys._getframe()
    print(frame.f_locals["x"], sorted(frame.f_locals))
    return x


print(f())


def g():
    n = 1

    def inner():
        return sorted(locals().items()), n

    return inner()


print(g())


def h():
    for i in range(2):
        print(sorted(locals().items()))
    if False:
        never = 1
    print("never" in locals())


h()
