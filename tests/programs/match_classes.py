class Point:
    __match_args__ = ("x", "y")

    def __init__(self, x, y):
        self.x, self.y = x, y


class Point3(Point):
    def __init__(self, x, y, z):
        super().__init__(x, y)
        self.z = z


def f(p):
    match p:
        case Point(0, 0):
            return "origin"
        case Point3(x, z=z):
            return "3d", x, z
        case Point(x=0, y=y) | Point(y, 0):
            return "axis", y
        case Point(x, y) if x == y:
            return "diagonal", x
        case Point():
            return "point"
        case int(n) | float(n):
            return "number", n
        case str() as text:
            return "text", text
        case dict(d) | list(d):
            return "container", d


for value in (Point(0, 0), Point3(1, 2, 3), Point(0, 5), Point(5, 0), Point(3, 3), Point(1, 2), 5, 2.5, "s", {}, [1], None):
    print(f(value))
