import typing


@typing.runtime_checkable
class Closable(typing.Protocol):
    def close(self): ...


class File:
    def close(self):
        return None


print(isinstance(File(), Closable), isinstance(5, Closable))
T = typing.TypeVar("T", bound=int)
print(T.__bound__, typing.Union[int, str, int], typing.Literal["a", 1])


@typing.overload
def f(x: int) -> int: ...
@typing.overload
def f(x: str) -> str: ...
def f(x):
    return x


print(f(1), len(typing.get_overloads(f)))
try:
    typing.Generic[int]
except TypeError as error:
    print(error)
Closable()
