class Key:
    def __init__(self, value):
        self.value = value

    def __hash__(self):
        print("hash", self.value)
        return 1

    def __eq__(self, other):
        print("eq", self.value, other.value)
        return self.value == other.value


table = {Key(1): "one", Key(2): "two"}
print(table[Key(2)], Key(3) in table, len({Key(1), Key(1)}))


class Broken(Key):
    __hash__ = Key.__hash__

    def __eq__(self, other):
        raise RuntimeError("no comparison")


table[Broken(4)] = 1
