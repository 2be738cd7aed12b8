class Noisy:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("del", self.name)


def g():
    a = Noisy("a")
    yield 1
    del a
    b = Noisy("b")
    yield 2
    yield Noisy("c")
    print("resumed")


it = g()
next(it)
print("one")
next(it)
print("two")
next(it)
print("three")
next(it, None)
print("exhausted")
it = g()
next(it)
it.close()
print("closed")
