class Counted:
    def __init__(self, values):
        self.values = iter(values)

    def __iter__(self):
        print("asked for an iterator")
        return self

    def __next__(self):
        return next(self.values)


def delegate(values):
    got = yield from Counted(values)
    print("got", got)
    try:
        raise LookupError
    except LookupError:
        yield from Counted(values)


def outer():
    yield from delegate([1, 2])


print(list(outer()))
suspended = outer()
print(next(suspended), suspended.gi_yieldfrom.__name__, type(suspended.gi_yieldfrom.gi_yieldfrom))
