def f(a, b=2, *args, c, d=4, **kw):
    return a, b, args, c, d, kw


print(f(1, c=3))
print(f(1, 20, 30, 40, c=3, e=5))
print(f(*[1, 2], *(3,), c=3, **{"x": 1}, **{"y": 2}))
print(f(c=1, a=2, d=0))


def g(a, b, /, c, *, d):
    return a, b, c, d


print(g(1, 2, 3, d=4), g(1, 2, c=3, d=4))


def h(a, /, **kw):
    return a, kw


print(h(1, a=2))
print((lambda *a, **k: (a, k))(1, *"ab", z=1, **{}))
print(max([1, 5, 2], key=lambda v: -v), dict(a=1, **{"b": 2}), print(end=""))
