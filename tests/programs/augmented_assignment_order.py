class Logged(dict):
    def __getitem__(self, key):
        print("get", key)
        return super().__getitem__(key)

    def __setitem__(self, key, value):
        print("set", key, value)
        super().__setitem__(key, value)


class Attribute:
    def __init__(self):
        self.__dict__["n"] = 1

    def __setattr__(self, name, value):
        print("setattr", name, value)
        self.__dict__[name] = value


def value(n):
    print("value", n)
    return n


d = Logged(a=1)
d["a"] += value(2)
d[value("a")] *= value(3)
x = Attribute()
x.n -= value(1)
t = ([1],)
try:
    t[0] += [2]
except TypeError as error:
    print(error, t)
y = 1
y += (y := 10)
print(y)
d["missing"] += value(1)
