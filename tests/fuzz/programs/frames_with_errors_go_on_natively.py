class T:
    def __init__(self, name): self.name=name
    def __del__(self): print("dies", self.name)
def show(e): print("shown", e)
def attempt(f, *a):
    try: return f(*a)
    except Exception as e:
        show(e)
        return 1
for turn in range(8):
    def gen():
        held = T("held")
        yield 1
        a = 2
    g = gen()
    next(g)
    attempt(g.throw, KeyError)
    print("after")
    def gen():
        held = T("held2")
        yield 1
        a = 2
        b = 3
        1/0
    attempt(lambda: list(gen()))
    print("after")
    def plain(arg):
        held = T("held3")
        a = 2
        b = 3
        x1
    attempt(lambda: plain(T("arg")))
    print("after")
    def plain(arg):
        held = T("held4")
        a = 2
        b = 3
        n3 = n3 + 1
        c = 4
    attempt(lambda: plain(T("arg4")))
    print("after")
    def plain(arg):
        held = T("held5")
        def inner():
            return held
        for i in range(3): a = 1
        try:
            a = 1
            1/0
        finally:
            a = 2
    attempt(lambda: plain(T("arg5")))
plain(T("last"))
