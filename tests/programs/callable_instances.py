class Adder:
    def __init__(self, n):
        self.n = n

    def __call__(self, *args, scale=1, **kw):
        return (self.n + sum(args)) * scale, kw


add = Adder(10)
print(add(), add(1, 2), add(1, scale=2, z=3), callable(add), callable(3))
print(list(map(add, [1, 2])))


class Chain:
    def __call__(self):
        return self

    def __getattr__(self, name):
        return self


print(type(Chain()()().a.b()()).__name__)
add("x")
