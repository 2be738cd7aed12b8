people = [("bob", 30), ("alice", 25), ("carol", 30)]
print(sorted(people), sorted(people, key=lambda p: (-p[1], p[0])), sorted(people, key=lambda p: p[1], reverse=True))
items = [3, 1, 2]
items.sort(key=lambda x: (print("key", x), x)[1])
print(items)


class Item:
    def __init__(self, n):
        self.n = n

    def __lt__(self, other):
        print("compare")
        return self.n < other.n


print([i.n for i in sorted([Item(2), Item(1)])])
try:
    items.sort(key=lambda x: items.append(x) or x)
except ValueError as error:
    print(error)
sorted([1, "a", None])
