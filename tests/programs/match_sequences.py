def f(x):
    match x:
        case []:
            return "empty"
        case [1, 2]:
            return "exact"
        case [single]:
            return "one", single
        case (first, *_, "end"):
            return "ends", first
        case [[a, b], *rest]:
            return "nested", a, b, rest
        case [_, _]:
            return "pair"
        case [*everything]:
            return "all", everything
        case _:
            return "not a sequence"


for value in ([], [1, 2], (5,), [1, 2, "end"], [[1, 2], 3], [(1, 2)], (7, 8), range(3), "text", b"by", {1: 2}, {1, 2}, iter([1])):
    print(type(value).__name__, f(value))
