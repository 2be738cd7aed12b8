class A:
    def f(self, x):
        return "A.f", x

    @classmethod
    def c(cls):
        return "A.c", cls.__name__

    @property
    def p(self):
        return "A.p"


class B(A):
    def f(self, x):
        def nested():
            return super(B, self).f(x)

        first = super().f
        return first(x), nested(), (lambda: super(B, self).f(0))()

    @classmethod
    def c(cls):
        return super().c()

    @property
    def p(self):
        return super().p + "!"

    def missing(self):
        return super().nothing


b = B()
print(b.f(1), B.c(), b.p, super(B, b).f(2), super(B, B).c())
b.missing()
