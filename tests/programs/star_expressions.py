a = [1, 2]
d = {"x": 1}


def f(*args, **kwargs):
    return args, kwargs


print([*a, *a], (*a,), {*a, 3}, {**d, "y": 2, **{"x": 9}})
print(f(*a, *"bc", **d, z=3), f(*(x for x in a)), f(*d), f(**{**d}))
for x in *a, 3:
    print(x)
*a, b = *a, 5
print(a, b)


def g():
    return *a, b


def h():
    yield *a, b


print(g(), list(h()), [*map(str, a)], dict(**d))
print(*a, sep="-")
print(*[1, *[2, *[3]]], **{"sep": "+"})
f(*a, 1 / 0, *[print("not evaluated")])
