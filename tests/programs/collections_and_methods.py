d = {"b": 1, "a": 2}
print(d.get("z"), d.get("z", 0), d.setdefault("c", []), list(d.items()), d | {"b": 9}, d.pop("a"), sorted(d))
d.update(b=5, e=6)
print(d, d.keys() & {"b"}, dict.fromkeys("xy", 0), {**d}, len(d), "b" in d, list(reversed(d)))
s = {1, 2, 3}
s.add(4)
s.discard(9)
print(s & {1, 9}, s - {1}, s ^ {4, 5}, s <= {1, 2, 3, 4}, frozenset("a"), {1} < s)
items = [3, 1]
items.append(2)
items.extend("ab")
items.insert(0, "first")
print(items, items.index(1), items.count(2), items.pop(), items[::-1], items * 2, [*items, *s])
print((1, 2) + (3,), (1, 2) < (1, 3), tuple("ab"), len(()), (5,) * 2)
s.remove(9)
