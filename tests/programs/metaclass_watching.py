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
