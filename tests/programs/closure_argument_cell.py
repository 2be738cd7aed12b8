def outer(a, b, *args, k, **kw):
    def inner():
        return a, args, k, kw

    a += 1
    return inner, b


inner, b = outer(1, 2, 3, k=4, z=5)
print(inner(), b, inner.__code__.co_freevars, outer.__code__.co_cellvars)


def deep(x):
    def one():
        def two():
            def three():
                nonlocal x
                x *= 2
                return x
            return three
        return two
    return one


three = deep(4)()()
print(three(), three())
