class A:
    def hello(self):
        return "A"


class B:
    def hello(self):
        return "B"


a = A()
print(a.hello())
a.__class__ = B
print(a.hello(), type(a).__name__)
B.hello = lambda self: "patched"
print(a.hello())
a.hello = lambda: "instance"
print(a.hello())
del a.hello
B.extra = property(lambda self: 5)
print(a.extra, getattr(a, "hello")())
setattr(B, "x y", 1)
print(getattr(a, "x y"))
del B.hello
a.hello()
