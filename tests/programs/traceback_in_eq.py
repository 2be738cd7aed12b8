class Picky:
    def __init__(self, n):
        self.n = n

    def __eq__(self, other):
        if self.n != other.n and other.n > 2:
            raise ValueError(f"refusing {other.n}")
        return self.n == other.n


print(Picky(1) in [Picky(0), Picky(1)])
items = [Picky(0), Picky(1), Picky(5)]
print(items.index(Picky(1)))
items.index(Picky(4))
