def g():
    a = yield
    b = (yield a) + 1
    print("b", b)
    c = [(yield 1), (yield 2)]
    print("c", c)
    d = {"k": (yield "dict")}
    print(d, (yield), f"{(yield 'f')}")
    x = yield 1, 2
    print(f"{x=}", (yield *[5, 6], 7))
    return (yield)


it = g()
next(it)
try:
    for n in range(20):
        print("->", it.send(n))
except StopIteration as stop:
    print(stop.value)
