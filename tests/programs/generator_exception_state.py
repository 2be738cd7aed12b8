import sys


def g():
    print("in", sys.exc_info()[0])
    yield
    print("in", sys.exc_info()[0])
    try:
        raise KeyError
    except KeyError:
        print("own", sys.exc_info()[0])
        yield
        print("own", sys.exc_info()[0])
    print("in", sys.exc_info()[0])
    yield


it = g()
try:
    raise ValueError
except ValueError:
    next(it)
    print("out", sys.exc_info()[0])
next(it)
print("out", sys.exc_info())
next(it)
next(it)
try:
    raise OSError("outer")
except OSError:
    it = g()
    next(it)
    it.throw(TypeError("thrown"))
