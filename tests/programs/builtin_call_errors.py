cases = [
    lambda: len(), lambda: len(1, 2), lambda: int("x"), lambda: int(x=1), lambda: ord("ab"), lambda: chr(-1),
    lambda: [].append(), lambda: [].pop(), lambda: {}.pop("a"), lambda: "".join([1]), lambda: print(foo=1),
    lambda: sorted([1, "a"]), lambda: isinstance(1, 2), lambda: range(1, 2, 0), lambda: getattr(1, "x"),
    lambda: next(iter([])), lambda: [1].index(2), lambda: (1,).index(3), lambda: "abc".index("z"), lambda: sum(["a"]),
    lambda: object(1), lambda: list(1), lambda: dict([1]), lambda: set([[]]), lambda: float("abc"), lambda: bytes([300]),
]
for case in cases:
    try:
        print(case())
    except Exception as error:
        print(type(error).__name__, error)
