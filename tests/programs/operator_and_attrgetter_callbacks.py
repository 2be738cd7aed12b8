import operator


class P:
    def __init__(self, n):
        self.n = n

    def hello(self, greeting):
        return f"{greeting} {self.n}"

    def __add__(self, other):
        return P(self.n + other.n)

    @property
    def inverse(self):
        return 1 / self.n


people = [P(3), P(1)]
print([p.n for p in sorted(people, key=operator.attrgetter("n"))])
print(operator.add(*people).n, operator.methodcaller("hello", "hi")(P(5)), operator.itemgetter(1, 0)("ab"))
print(list(map(operator.attrgetter("inverse"), people)))
list(map(operator.attrgetter("inverse"), [P(2), P(0)]))
