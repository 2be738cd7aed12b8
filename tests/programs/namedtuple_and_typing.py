import collections
import typing

Point = collections.namedtuple("Point", "x y", defaults=[0])


class Employee(typing.NamedTuple):
    name: str
    id: int = 3

    def label(self):
        return f"{self.name}#{self.id}"


class Movie(typing.TypedDict, total=False):
    title: str


T = typing.TypeVar("T")


class Box(typing.Generic[T]):
    def __init__(self, value: T):
        self.value = value


p = Point(1)
print(p, p._replace(y=5), p._asdict(), p == (1, 0), Employee("a").label(), Movie(title="m"))
print(Box[int](5).value, Box[int], Box.__parameters__, typing.get_type_hints(Employee))
x, y = p
print(x + y, typing.cast(int, "s"), typing.Optional[int], typing.get_args(dict[str, int]))
Point(1, 2, 3)
