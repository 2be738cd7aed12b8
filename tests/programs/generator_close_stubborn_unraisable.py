import sys


def stubborn():
    try:
        yield 1
    except GeneratorExit:
        yield 2


sys.unraisablehook = lambda unraisable: print("unraisable", type(unraisable.exc_value).__name__, unraisable.exc_value)
g = stubborn()
next(g)
del g
print("after")


def failing():
    try:
        yield 1
    finally:
        1 / 0


g = failing()
next(g)
g = None
print("done")
