import collections.abc


class Seq(collections.abc.Sequence):
    def __init__(self, *items):
        self.items = items

    def __len__(self):
        print("len")
        return len(self.items)

    def __getitem__(self, i):
        print("get", i)
        return self.items[i]


match Seq(1, 2, 3):
    case [1, 9, *_]:
        print("no")
    case [first, *_, last]:
        print("yes", first, last)


class NotSeq:
    def __len__(self):
        return 1

    def __getitem__(self, i):
        return i


match NotSeq():
    case [x]:
        print("no")
    case _:
        print("not a sequence")


class Failing(Seq):
    def __len__(self):
        raise RuntimeError("len failed")


match Failing():
    case [x]:
        print("no")
