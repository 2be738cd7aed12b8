# requires 3.12
class Stack[T]:
    def __init__(self) -> None:
        self.items: list[T] = []

    def push(self, item: T) -> "Stack[T]":
        self.items.append(item)
        return self


def first[T: (int, str), *Ts, **P](x: T, *rest: *Ts) -> T:
    return x


print(Stack.__type_params__, Stack[int]().push(1).items, first(1, 2), first.__type_params__)
print(first.__type_params__[0].__constraints__, Stack.__parameters__, first.__annotations__)


class Bounded[T: undefined_bound]:
    def inner[U](self, x: U) -> tuple[T, U]:
        return T.__name__, U.__name__


print(Bounded().inner(1))
Bounded.__type_params__[0].__bound__
