class T:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("dies", self.name)


def g():
    x1


def f(a, b):
    try:
        return g()
    except NameError as e:
        return 3


f(T(1), T(2))
print()


def f(a, b):
    try:
        return x1
    except NameError as e:
        return 3


f(T(1), T(2))
print()


def f(a, b):
    try:
        return g()
    except NameError as e:
        k = e
    return k


e = f(T(1), T(2))
print("kept")
e = None


def f(a, b):
    try:
        return g()
    except NameError as e:
        k = e
    k.__traceback__ = None
    return k


e = f(T(1), T(2))
print("dead")
e = None


def f(a, b):
    try:
        return g()
    finally:
        a = 1


try:
    f(T(1), T(2))
except NameError:
    print("caught")


def f(a, b):
    for i in range(3):
        try:
            a.x
        except AttributeError:
            pass


f(T(1), T(2))
