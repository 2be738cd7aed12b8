class Subject:
    def __init__(self):
        self.count = 0

    def __eq__(self, other):
        self.count += 1
        print("eq", other)
        return other == 3

    @property
    def size(self):
        print("size")
        return 7

    @property
    def broken(self):
        raise ValueError("broken property")


def make():
    print("make")
    return Subject()


match make():
    case 1 | 2:
        print("no")
    case Subject(size=5) | Subject(missing=_):
        print("no")
    case Subject(size=7) as s:
        print("matched", s.count)
match 1, 2:
    case 1, x:
        print(x)
for n in range(3):
    match n:
        case 0:
            continue
        case 1:
            print("one")
        case _:
            break
match make():
    case Subject(broken=1):
        pass
