class Noisy:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("del", self.name)


def make():
    n = Noisy("captured")
    m = Noisy("not captured")
    return lambda: n.name


f = make()
print(f())
f = None
print("closure gone")


def g(n):
    yield n.name
    n = None
    print("dropped argument")
    yield "two"


it = g(Noisy("generator argument"))
print(next(it))
print(next(it))
it = (n.name for n in [Noisy("e1"), Noisy("e2")])
print(next(it))
it = None
print("generator expression gone")
h = lambda x=Noisy("default"): x
del h
print("end")
