class Noisy:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("del", self.name)


def produce():
    for i in range(3):
        yield Noisy(i)


for n in produce():
    print("got", n.name)
print("loop variable keeps", n.name)
n = None
for n in map(Noisy, "ab"):
    pass
print("mapped")
while True:
    w = Noisy("while")
    break
del w
d = {"k": Noisy("value")}
d["k"] = Noisy("new value")
print("replaced")
d.clear()
s = [Noisy("s0"), Noisy("s1"), Noisy("s2")]
s[:2] = []
print("sliced")
del s[0]
print("popped", [Noisy("p")].pop().name)
