a = []
b = a
print(a is b, [] is [], a is not b, None is None, () is ())


class A:
    def method(self):
        pass


x = A()
print(x.method is x.method, x.method == x.method, A.method is A.method, x is x)


def f():
    return f


print(f() is f, f()() is f)
big = 10 ** 20
same = big
print(same is big, (same := big) is big, id(a) == id(b), id(a) != id([]))
t = (1, a)
u, v = t
print(v is a, t[:] is t, tuple(t) is t, list(t) is t, "abc"[:] is "abc")
