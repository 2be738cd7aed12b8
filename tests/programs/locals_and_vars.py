def f(a, *args, b=2, **kw):
    c = [x for x in range(2)]
    snapshot = dict(locals())

    def inner():
        return c

    return snapshot, sorted(locals()), sorted(inner.__code__.co_freevars)


print(f(1, 3, d=4))


class A:
    x = 1
    names = sorted(n for n in locals() if not n.startswith("__"))
    locals()["dynamic"] = 5

    def __init__(self):
        self.y = 2


print(A.names, A.dynamic, vars(A()), sorted(n for n in dir(A()) if not n.startswith("__")))
globals()["made"] = "global"
print(made, "f" in globals(), locals() is globals(), vars() is globals())
vars(5)
