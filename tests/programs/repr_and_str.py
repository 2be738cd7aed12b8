class A:
    def __repr__(self):
        return "A()"


class B(A):
    def __str__(self):
        return "str B"


class Bad:
    def __repr__(self):
        return 3


print(A(), B(), [A(), B()], repr(B()), str(A()), f"{B()!r} {B()}", {A(): B()} and "x")
print("%s %r" % (B(), B()), format(A(), ""), ascii(B()))
items = []
items.append(items)
print(items)
print(Bad())
