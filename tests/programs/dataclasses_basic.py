import dataclasses


@dataclasses.dataclass(order=True)
class Point:
    x: int
    y: int = 0
    tags: list = dataclasses.field(default_factory=list, compare=False)

    def __post_init__(self):
        print("post", self.x)


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Frozen:
    name: str
    size: int = 1


p = Point(1)
print(p, p == Point(1, 0, ["t"]), p < Point(2), dataclasses.asdict(p), dataclasses.replace(p, y=5))
print(Frozen(name="n"), hash(Frozen(name="a")) == hash(Frozen(name="a")), [f.name for f in dataclasses.fields(Point)])
match p:
    case Point(x, y):
        print(x, y)
try:
    Point()
except TypeError as error:
    print(error)
Frozen(name="x").name = "y"
