def build(name, bases, namespace, **kwargs):
    return name, bases, sorted(k for k in namespace if not k.startswith("__")), kwargs


class A(object, metaclass=build, extra=[1]):
    x = 1
    def y(self): pass


print(A)
D = type("D", (dict,), {"hello": lambda self: "hi"})
print(D(a=1), D().hello(), D.__name__, D.__mro__[1])


class Bad(metaclass=lambda *a: 1 / 0):
    pass
