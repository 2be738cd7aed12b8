from __future__ import annotations

x: undefined + other = 1


class A:
    field: missing[int]

    def f(self, a: 1 / 0, b: "quoted" = 2) -> [x for x in y]:
        return a, b


print(__annotations__)
print(A.__annotations__, A.f.__annotations__, A().f(1))
import typing

typing.get_type_hints(A)
