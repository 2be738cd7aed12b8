x, y = 1, 2
del x, (y)
for name in ("x", "y"):
    print(name in globals())
items = [1, 2, 3, 4, 5]
del items[0], items[1:3], items[-1]
print(items)


class A:
    a = 1


A.b = 2
del A.a, A.b
table = {"k": {"n": 1}}
del table["k"]["n"]
print(table, hasattr(A, "a"))


def f():
    v = 1
    w = 2
    del [v, (w,)]
    print(locals())
    v = 3
    return v


print(f())
del x
