def inner():
    try:
        yield 1
    except ValueError:
        return "returned from throw"


def outer():
    value = yield from inner()
    yield value


g = outer()
print(next(g), g.throw(ValueError("go")))


def inner_exit():
    try:
        yield 1
    except GeneratorExit:
        raise RuntimeError("exit failed")


def outer_exit():
    yield from inner_exit()


g = outer_exit()
next(g)
g.close()
