class Bag:
    def __init__(self, *items):
        self.items = list(items)

    def __len__(self):
        return len(self.items)

    def __contains__(self, item):
        print("contains", item)
        return item in self.items

    def __getitem__(self, key):
        print("getitem", key)
        return self.items[key]

    def __reversed__(self):
        return iter(self.items[::-1])


bag = Bag(1, 2, 3)
print(1 in bag, 9 not in bag, len(bag), bool(Bag()), list(reversed(bag)), list(bag), bag[-1])
a, b, c = bag
print(*bag, sum(bag), max(bag))
print(5 in [bag], 2 in iter(bag))


class NoContains:
    __contains__ = None

    def __iter__(self):
        return iter([1])


1 in NoContains()
