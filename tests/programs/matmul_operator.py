class Matrix:
    def __init__(self, rows):
        self.rows = rows

    def __matmul__(self, other):
        columns = list(zip(*other.rows))
        return Matrix([[sum(a * b for a, b in zip(r, c)) for c in columns] for r in self.rows])

    def __imatmul__(self, other):
        print("imatmul")
        return self @ other


m = Matrix([[1, 2], [3, 4]])
print((m @ m).rows)
m @= m
print(m.rows)
print(m @ 3)
