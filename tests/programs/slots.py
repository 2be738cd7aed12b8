class Point:
    __slots__ = ("x", "y")

    def __init__(self, x, y):
        self.x = x
        self.y = y


p = Point(1, 2)
p.x += 5
print(p.x, p.y, hasattr(p, "__dict__"))
del p.y
for name in ("y", "z"):
    try:
        print(getattr(p, name))
    except AttributeError as error:
        print(error)
try:
    class Bad:
        __slots__ = ("a",)
        a = 1
except ValueError as error:
    print(error)
p.z = 3
