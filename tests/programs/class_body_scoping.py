x = "global"


class A:
    print(x)
    x = "class"
    print(x)
    values = [x for _ in range(2)]
    first = [n for n in x]

    def method(self):
        return x

    y = (lambda: x)()
    del x
    print(x)


print(A.values, A.first, A().method(), A.y, hasattr(A, "x"))


def outer():
    x = "outer"

    class Inner:
        print(x)
        x = x + " inner"

        def get(self):
            return x

    return Inner.x, Inner().get()


print(outer())
