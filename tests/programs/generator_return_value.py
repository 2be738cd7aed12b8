def sub():
    x = yield "a"
    return x * 2


def main():
    result = yield from sub()
    print("result", result)
    empty = yield from ()
    print("empty", empty)
    listed = yield from [1, 2]
    return listed


g = main()
print(next(g), g.send(21), list(g))


def tuple_result():
    return (1, 2)
    yield


try:
    next(tuple_result())
except StopIteration as stop:
    print(stop.args, stop.value)


def exception_result():
    return ValueError("as value")
    yield


try:
    next(exception_result())
except StopIteration as stop:
    print(repr(stop.value))
