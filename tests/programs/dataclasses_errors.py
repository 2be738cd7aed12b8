import dataclasses


def attempt(action):
    try:
        action()
    except (TypeError, ValueError) as error:
        print(error)


def default_order():
    @dataclasses.dataclass
    class A:
        x: int = 0
        y: int


def mutable_default():
    @dataclasses.dataclass
    class A:
        x: list = []


attempt(default_order)
attempt(mutable_default)


@dataclasses.dataclass
class Sub:
    n: int

    def __post_init__(self):
        self.inverse = 1 / self.n


print(Sub(2))
Sub(0)
