class Tree:
    def __init__(self, value, *children):
        self.value = value
        self.children = children

    def __iter__(self):
        yield self.value
        for child in self.children:
            yield from child

    def leaves(self):
        if not self.children:
            yield self
        for child in self.children:
            yield from child.leaves()


tree = Tree(1, Tree(2, Tree(3)), Tree(4, "ab"))
it = iter(tree)
print([next(it) for _ in range(5)])
print(list(tree))
list(tree.leaves())
