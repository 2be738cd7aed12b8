outer = [1, 2]


class A:
    items = [3, 4]
    copied = [i for i in items]
    pairs = [(i, o) for i in items for o in outer]
    nested = [[j for j in range(i)] for i in items]
    functions = [lambda: outer for i in items]
    generator = list(i + 1 for i in items)

    def method(self):
        return [__class__.__name__ for _ in self.items]


print(A.copied, A.pairs, A.nested, A.functions[0](), A.generator, A().method(), hasattr(A, "i"))
