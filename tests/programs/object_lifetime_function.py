class Noisy:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("del", self.name)


def local():
    a = Noisy("local a")
    b = Noisy("local b")
    print("returning")


def argument(n):
    print("argument", n.name)
    del n
    print("argument dropped by callee")


def returned():
    kept = Noisy("kept")
    lost = Noisy("lost")
    return kept


def reassigned(n):
    n = Noisy("replacement")
    print("reassigned")
    return n.name


local()
print("after local")
argument(Noisy("passed"))
print("after argument")
r = returned()
print("after returned")
print(reassigned(Noisy("original")))
r = returned().name
print(r)
