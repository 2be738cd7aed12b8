class A:
    def f(self, x=1):
        return "f", x

    def g(self):
        return self.f

    f2 = f


a = A()
bound = a.f
print(bound(), bound(5), A.f(a, 6), a.g()(7), bound.__self__ is a, bound.__func__ is A.f, a.f2())
print([].append.__name__, "abc".upper(), str.upper("x"), list(map(str.strip, [" a "])), bound == a.f)
import types

dynamic = types.MethodType(lambda self, y: (type(self).__name__, y), a)
a.dynamic = dynamic
print(a.dynamic(3), getattr(a, "f")(), A.__dict__["f"](a))
A.f = lambda self: "replaced"
print(a.f(), bound())
[].append(1, 2)
