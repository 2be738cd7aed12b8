import sys


def g():
    try:
        yield 1
    except KeyError:
        print("inside", sys.exc_info()[1])
        yield 2
        print("resumed", sys.exc_info()[1])
        raise


it = g()
next(it)
try:
    raise ValueError("outer")
except ValueError:
    it.throw(KeyError("thrown"))
    print("outside", sys.exc_info()[1])
    try:
        next(it)
    except KeyError as error:
        print(repr(error), repr(error.__context__))
print(sys.exc_info())
it = g()
next(it)
it.throw(KeyError("again"))
next(it)
