def log(label, result):
    print("guard", label)
    return result


match [1, 2, 3]:
    case [a, *b] if log("first", a > 1):
        print("no")
    case [a, b, c] if log("second", True) and a < b:
        print("yes", a, b, c)
print(a, b)
match (1, ("x", [2])):
    case (int() as i, (str(s), [*_, last]) as whole) as everything:
        print(i, s, last, whole, everything)


class Colour:
    RED = 1


match 1:
    case Colour.RED if 1 / 1:
        print("red")
match 3:
    case n if n / 0:
        print("never")
