table = {"a": 1}
items = [1, 2, 3]
del items[0], table["a"]
print(items, table)
del items[1], table["missing"]
