"""Functions that C code calls."""


def depth(item):
    label = f"item {item}"
    return len(label)


class Box:
    def __init__(self, items):
        self.items = items

    @property
    def size(self):
        return len(self.items)


def sort(items):
    reverse = True
    return sorted(items, key=depth, reverse=reverse)


def main():
    box = Box(["pear", "fig"])
    return sort(box.items), box.size


print(main())
