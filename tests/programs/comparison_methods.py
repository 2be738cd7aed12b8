import functools


@functools.total_ordering
class Version:
    def __init__(self, *parts):
        self.parts = parts

    def __eq__(self, other):
        print("eq")
        if not isinstance(other, Version):
            return NotImplemented
        return self.parts == other.parts

    def __lt__(self, other):
        print("lt")
        if not isinstance(other, Version):
            return NotImplemented
        return self.parts < other.parts


a, b = Version(1, 2), Version(1, 3)
print(a < b, a >= b, a == b, a != b, a <= b, a == 1, a != "x")
print([str(v.parts) for v in sorted([b, a])], max(a, b).parts, a in [b, a])
try:
    hash(a)
except TypeError as error:
    print(error)
a < 5
