"""Calls within calls, one of them through C code."""


def depth(item):
    label = f"item {item}"
    return len(label)


def sort(items):
    reverse = True
    return sorted(items, key=depth, reverse=reverse)


def main():
    items = ["pear", "fig"]
    return sort(items)


print(main())
