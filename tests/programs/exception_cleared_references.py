import sys
import weakref


class Big:
    pass


def f():
    big = Big()
    reference = weakref.ref(big)
    try:
        raise ValueError
    except ValueError as error:
        pass
    del big
    return reference() is None


print(f())


def g():
    big = Big()
    raise KeyError(weakref.ref(big))


try:
    g()
except KeyError as error:
    reference = error.args[0]
    print(reference() is not None)
print(reference() is None, sys.exc_info())
