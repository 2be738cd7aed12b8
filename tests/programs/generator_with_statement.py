import contextlib


@contextlib.contextmanager
def tag(name):
    print(f"<{name}>")
    try:
        yield name.upper()
    except ValueError as error:
        print("suppressed", error)
    finally:
        print(f"</{name}>")


with tag("a") as a, tag("b") as b:
    print(a, b)
with tag("c"):
    raise ValueError("inside")


def g():
    with tag("gen"):
        yield 1
        yield 2


for x in g():
    print(x)
    break


@tag("decorator")
def f():
    print("body")


f()
with tag("d"):
    raise KeyError("escapes")
