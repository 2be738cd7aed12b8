class T:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("dies", self.name)


def f(*values, **named):
    return 1


f(T(1), b=T(2))
print()


def f(a, b):
    return 1


f(T(1), b=T(2))
print()


def g():
    x1


def f(a, b):
    try:
        return g()
    except NameError as e:
        return 3


f(T(1), b=T(2))
print()


def g(*v, **k):
    x1


def f(*a, **k):
    try:
        return g(*a, **k)
    except NameError as e:
        return 3


f(T(1), b=T(2))
print()


def f(*a, **k):
    g(*a, **k)


try:
    f(T(1), b=T(2))
except:
    pass
print()


def f(a, k):
    g(a, k)


try:
    f(T(1), T(2))
except:
    pass


def f(a, k):
    g(a, k=k)


try:
    f(T(1), T(2))
except:
    pass
try:
    g(T(1), k=T(2))
except:
    pass


def f(a):
    pass


try:
    f(T(1), k=T(2))
except:
    pass
try:
    f(T(1), T(2))
except:
    pass
