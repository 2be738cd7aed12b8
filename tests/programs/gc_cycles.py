import gc
import weakref

gc.disable()


class Node:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("del", self.name)


a, b = Node("a"), Node("b")
a.other, b.other = b, a
reference = weakref.ref(a)
del a, b
print(reference() is None)
gc.collect()
print(reference() is None)


def closure_cycle():
    n = Node("closure")

    def inner():
        return inner, n

    return weakref.ref(n)


r = closure_cycle()
print(r() is None)
gc.collect()
print(r() is None)


def frame_cycle():
    n = Node("exception cycle")
    try:
        raise ValueError
    except ValueError as e:
        kept = e
    return weakref.ref(n)


r = frame_cycle()
gc.collect()
print(r() is None)
