x: int = 1
y: "undefined_name"
values: list[int] = [1, 2]


class A:
    a: int
    b: str = "b"
    c: list["A"] = []

    def method(self, p: int, *args: str, k: float = 1.0, **kw: bytes) -> "A":
        local: undefined_type = 3
        return local


print(__annotations__)
print(A.__annotations__, A.b)
print(A.method.__annotations__, A().method(1))
values[0]: int = 5
(x): int = 6
print(values, x)
try:
    z: missing_name = 1
except NameError as error:
    print(error)
A.a: print("evaluated")
def f(q: 1 / 0): pass
