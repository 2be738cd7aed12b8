def e(value):
    print(value, end=" ")
    return value


def f(*args, **kwargs):
    print("| called", args, kwargs)


f(e(1), *e([2]), e(3), k=e(4), **e({"z": 5}), m=e(6))
print({e("a"): e(1), e("b"): e(2), **e({"c": 3})})
print([e(1), *e([2]), e(3)], (e(4), e(5)), {e(6), e(7)})
print(e(1) + e(2) * e(3) ** e(2), e([0, 1])[e(1)])
