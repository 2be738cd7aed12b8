def f(x):
    match x:
        case 0 | 1:
            return "small"
        case -1:
            return "minus"
        case 2.5 | 1 + 2j:
            return "number"
        case "a" | b"b":
            return "text"
        case None | True | False:
            return "singleton"
        case "concat" "enated":
            return "joined"
        case _:
            return "other"


for value in (0, 1, True, -1, 2.5, 1 + 2j, "a", b"b", None, False, "concatenated", [], 1.0):
    print(repr(value), f(value))
match 5:
    case 6:
        print("no")
print("falls through")
