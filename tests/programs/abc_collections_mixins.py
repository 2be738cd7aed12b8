import collections.abc


class Bits(collections.abc.MutableSet):
    def __init__(self, items=()):
        self.items = list(items)

    def __contains__(self, x):
        return x in self.items

    def __iter__(self):
        return iter(self.items)

    def __len__(self):
        return len(self.items)

    def add(self, x):
        if x not in self.items:
            self.items.append(x)

    def discard(self, x):
        self.items = [i for i in self.items if i != x]


b = Bits([1, 2])
b |= {3}
print(sorted(b), sorted(b & {1, 9}), b == {1, 2, 3}, b.isdisjoint([7]), b.pop(), len(b))
print(isinstance(b, collections.abc.Set), isinstance({}.keys(), collections.abc.KeysView))


class Half(collections.abc.Mapping):
    def __len__(self):
        return 0


Half()
