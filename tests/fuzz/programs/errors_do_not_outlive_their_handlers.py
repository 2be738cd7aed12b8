import gc, asyncio, textwrap


class T:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("dies", self.name)


def gen():
    yield 1
    textwrap.wrap(T("arg"))


def plain():
    textwrap.wrap(T("arg plain"))


async def co():
    textwrap.wrap(T("arg co"))


def own(x):
    1 / 0


def gen2():
    yield 1
    own(T("arg own"))


def try_(f):
    try:
        f()
    except Exception as e:
        print("caught", type(e))
    print("after")


try_(plain)
try_(lambda: list(gen()))


def drive():
    c = co()
    c.send(None)


try_(drive)
try_(lambda: list(gen2()))


def drive2():
    try:
        own(T("in handler"))
    except ZeroDivisionError as e:
        textwrap.wrap(T("handled"))


try_(drive2)


def drive3():
    g = gen()
    next(g)
    try:
        g.throw(ValueError(T("thrown")))
    finally:
        print(1)


try_(drive3)


class M:
    def __enter__(self):
        return self

    def __exit__(self, *e):
        textwrap.wrap(T("exit"))


def drive4():
    with M():
        own(T("in with"))


try_(drive4)


class M:
    def __enter__(self):
        textwrap.wrap(T("exit"))

    def __exit__(self, *e):
        textwrap.wrap(T("exit"))


def drive5():
    with M():
        own(T("in with"))


try_(drive5)
try_(lambda: sorted([T(1), T(2)], key=lambda t: textwrap.wrap(t)))
try_(lambda: sorted([T(1), T(2)], key=lambda t: 1 / 0))


class D:
    def __getattr__(self, n):
        textwrap.wrap(T("getattr"))

    def __add__(self, n):
        textwrap.wrap(T("add"))


try_(lambda: D().x)
try_(lambda: D() + T("b"))


def drive6():
    global k
    k = 1
    for i in gen():
        k = T("k")


try_(drive6)
