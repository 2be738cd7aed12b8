class Noisy:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("del", self.name)


a = Noisy("a")
b = a
del a
print("still alive")
del b
print("after del b")
Noisy("temporary")
print("after temporary")
x = Noisy("first")
x = Noisy("second")
print("rebound")
x = None
print("cleared")
for item in [Noisy("l1"), Noisy("l2")]:
    print("loop", item.name)
print("loop done")
item = None
[Noisy("in list")]
print(Noisy("attribute").name)
print(len([Noisy("p"), Noisy("q")]), "counted")
print("end")
