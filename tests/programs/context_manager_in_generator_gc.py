import gc


class Manager:
    def __init__(self, name):
        self.name = name

    def __enter__(self):
        print("enter", self.name)

    def __exit__(self, kind, value, tb):
        print("exit", self.name, kind.__name__ if kind else None)
        return True


def g():
    with Manager("outer"):
        with Manager("inner"):
            yield 1
        print("swallowed GeneratorExit")
    print("end of generator")


it = g()
next(it)
del it
print("deleted")
it = g()
next(it)
it.close()
it = g()
next(it)
it.throw(ValueError("thrown"))
