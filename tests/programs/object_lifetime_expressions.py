class Noisy:
    def __init__(self, name):
        self.name = name
        print("new", name)

    def __del__(self):
        print("del", self.name)

    def __add__(self, other):
        return Noisy(self.name + other.name)

    def __enter__(self):
        return Noisy("entered " + self.name)

    def __exit__(self, *exc):
        print("exit", self.name)

    def method(self):
        print("method", self.name)
        return self


value = Noisy("a") + Noisy("b") + Noisy("c")
print("added", value.name)
Noisy("chain").method().method()
with Noisy("w") as w:
    print("body")
print("after with")
t = (Noisy("t1"), Noisy("t2"))[1]
print("subscript")
x, y = Noisy("x"), Noisy("y")
x, y = y, x
del x
_ = [n.name for n in (Noisy("c1"), Noisy("c2"))]
print("comprehension")
Noisy("if") and Noisy("and")
print("end")
# In which order the collector takes what is left at the end depends on when it has run before.
del value, w, t, y
