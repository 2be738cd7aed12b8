def leaky():
    yield 1
    raise StopIteration("leak")


g = leaky()
print(next(g))
try:
    next(g)
except RuntimeError as error:
    print(error, repr(error.__cause__), error.__suppress_context__)


def helper(it):
    while True:
        yield next(it)


list(helper(iter([1, 2])))
