def append(item, items=[]):
    items.append(item)
    return items


print(append(1), append(2), append(3, []))
x = 1


def late(value=x, *, other=x + 1):
    return value, other


x = 100
print(late(), late.__defaults__, late.__kwdefaults__)
late.__defaults__ = (50,)
late.__kwdefaults__ = {"other": 60}
print(late())
late.__kwdefaults__ = None
late.__defaults__ = None
late()
