"""A metaclass that sees every attribute asked of its classes."""


class Watching(type):
    def __getattribute__(cls, name):
        print("asked", name)
        return super().__getattribute__(name)


class Point(metaclass=Watching):
    def __init__(self, x):
        self.x = x

    def moved(self, by):
        return Point(self.x + by)

    def __add__(self, other):
        return self.moved(other.x)


class Derived(Point):
    SIZE = 3


point = Point(1) + Derived(2)
for step in range(3):
    point = point.moved(step)
print(point.x, Derived.SIZE, isinstance(point, Point))
try:
    Derived()
except TypeError as error:
    print(error)


class Slotted(metaclass=Watching):
    __slots__ = ("value",)

    def __init__(self, value):
        self.value = value

    def __iadd__(self, other):
        self.value += other
        return self

    def __call__(self, x):
        return self.value + x


class Sized(list, metaclass=Watching):
    pass


kept = Slotted(1)
kept += 2
kept.value = 5
kept.value += 1
kept = Slotted(kept(3))
sized = Sized([1, 2])
sized[0] = 3
sized.append(4)
sized = None
for each in Sized("ab"):
    point.x = each
    point.y = kept
    del point.y
print(kept.value, point.x)
