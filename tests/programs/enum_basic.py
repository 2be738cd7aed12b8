import enum


class Colour(enum.Enum):
    RED = 1
    GREEN = enum.auto()
    CRIMSON = 1

    @property
    def lower(self):
        return self.name.lower()


class Permission(enum.Flag):
    R = enum.auto()
    W = enum.auto()


class Number(enum.IntEnum):
    ONE = 1


print(list(Colour), Colour.CRIMSON is Colour.RED, Colour(2), Colour["RED"], Colour.GREEN.lower)
print(Permission.R | Permission.W, Permission.R in (Permission.R | Permission.W), Number.ONE + 1, Number.ONE == 1)
match Colour(1):
    case Colour.RED:
        print("matched red")
try:
    Colour.RED = 5
except AttributeError as error:
    print(error)
Colour(9)
