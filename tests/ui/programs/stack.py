"""Calls within calls."""


def depth(item):
    label = f"item {item}"
    return len(label)


def longest(items):
    best = None
    for item in items:
        if best is None or depth(item) > depth(best):
            best = item
    return best


def main():
    items = ["pear", "fig", "banana"]
    return longest(items)


print(main())
