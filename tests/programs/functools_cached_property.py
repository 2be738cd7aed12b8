import functools


class Circle:
    def __init__(self, radius):
        self.radius = radius

    @functools.cached_property
    def area(self):
        print("computing")
        return self.radius ** 2 * 3

    @functools.cached_property
    def inverse(self):
        return 1 / self.radius


c = Circle(2)
print(c.area, c.area, "area" in c.__dict__)
del c.area
print(c.area)
Circle(0).inverse
