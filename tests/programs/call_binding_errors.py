def f(a, b, c=3):
    return a, b, c


def k(*, x, y, z=1):
    return x, y, z


def p(a, b, /, c):
    return a, b, c


def none():
    return None


def many(a, b, c, d):
    return a


def defaults(a=1, b=2):
    return a


def mixed(a, *, k):
    return a


cases = [
    lambda: f(), lambda: f(1), lambda: f(1, 2, 3, 4), lambda: f(1, 2, q=3), lambda: f(1, a=2),
    lambda: k(), lambda: k(x=1), lambda: k(1, x=1, y=2), lambda: k(1, 2), lambda: p(1, b=2, c=3),
    lambda: p(a=1, b=2, c=3), lambda: p(1, 2), lambda: none(1), lambda: many(), lambda: many(1),
    lambda: defaults(1, 2, 3), lambda: mixed(1, 2, k=1), lambda: mixed(1, 2), lambda: f(**{"a": 1, "b": 2, "zz": 1}),
    lambda: f(*[1], **{"a": 1}), lambda: f(1, 2, **{1: 2}), lambda: f(1, b=2, **{"b": 3}), lambda: f(*1), lambda: f(**3),
]
for case in cases:
    try:
        print(case())
    except TypeError as error:
        print(error)
