class Sequence:
    def __getitem__(self, index):
        print("index", index)
        if index >= 3:
            raise IndexError(index)
        return index * 10


print(list(Sequence()), 20 in Sequence(), [x for x in Sequence()])
a, *b = Sequence()
print(a, b)


class Failing:
    def __getitem__(self, index):
        raise KeyError(index)


for x in Failing():
    print(x)
