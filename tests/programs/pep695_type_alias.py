# requires 3.12
type Point = tuple[int, int]
type Tree[T] = T | list[Tree[T]]
type Lazy = 1 / 0


class A:
    type Inner = list[Later]
    Later = int


print(Point, Point.__value__, Tree.__type_params__, Tree[int], type(Point).__name__)
print(A.Inner.__value__)
type = 5
print(type)
Lazy.__value__
