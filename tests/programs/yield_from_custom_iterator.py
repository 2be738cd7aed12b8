class It:
    def __init__(self):
        self.n = 0

    def __iter__(self):
        return self

    def __next__(self):
        self.n += 1
        return self.n

    def throw(self, error):
        print("throw", repr(error))
        return "thrown"

    def close(self):
        print("close")


class Plain:
    def __iter__(self):
        return iter([1, 2, 3])


def delegate(it):
    yield from it


g = delegate(It())
print(next(g), next(g), g.throw(ValueError("x")))
g.close()
g = delegate(Plain())
print(next(g))
try:
    g.send(5)
except AttributeError as error:
    print(error)
try:
    next(delegate(7))
except TypeError as error:
    print(error)
g = delegate([1, 2])
next(g)
g.throw(IndexError("no throw method"))
