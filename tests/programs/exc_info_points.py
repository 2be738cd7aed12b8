import sys


def show(label):
    kind, value, tb = sys.exc_info()
    print(label, kind and kind.__name__, value, tb is not None and tb.tb_lineno)


show("start")
try:
    show("try")
    raise ValueError("one")
except ValueError:
    show("except")
    try:
        show("inner try")
    finally:
        show("inner finally")
else:
    show("else")
finally:
    show("finally")
try:
    try:
        raise KeyError("two")
    finally:
        show("finally while propagating")
except KeyError:
    show("outer")
show("end")


def generator():
    show("generator")
    yield


try:
    raise OSError("three")
except OSError:
    list(generator())
    (lambda: show("lambda"))()
    class Body:
        show("class body")
