def f():
    x: undefined_a[undefined_b] = 1
    y: print("not evaluated")
    (z): int = 2
    return x, z


print(f())


def g():
    y: int
    return y


class A:
    def __init__(self):
        self.x: print("evaluated? no") = 1


print(A().x, "__annotations__" in globals())
g()
