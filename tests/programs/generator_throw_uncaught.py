def inner():
    yield 1
    yield 2


def outer():
    yield from inner()


g = outer()
next(g)
g.throw(LookupError("thrown in"))
