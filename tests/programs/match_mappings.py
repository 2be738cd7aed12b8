def f(x):
    match x:
        case {"type": "circle", "r": r}:
            return "circle", r
        case {"type": str(kind), **rest}:
            return kind, rest
        case {1: [a, *_], None: None}:
            return "keys", a
        case {}:
            return "some mapping", len(x)
        case _:
            return "no"


for value in ({"type": "circle", "r": 2, "x": 1}, {"type": "square", "side": 3}, {1: [5, 6], None: None}, {}, {"z": 1}, [], 5):
    print(f(value))


class Keys:
    a = "k"


match {"k": 1, "b": 2}:
    case {Keys.a: v, **others}:
        print(v, others)
import collections
match collections.defaultdict(int):
    case {"missing": _}:
        print("no default is made")
    case {}:
        print("empty default dict")
