g = (x * x for x in range(4))
print(next(g), list(g), list(g), type(g).__name__, g.__name__, g.__qualname__)
print(sum(x for x in range(5)), ",".join(str(x) for x in range(3)), set(x for x in "aa"))
total = 10
lazy = (total + x for x in range(2))
total = 20
print(list(lazy))
print(any(x > 2 for x in iter([1, 2, 3, 4])), sorted((-x for x in range(3))))
nested = ((y for y in range(x)) for x in range(3))
print([list(inner) for inner in nested])
print(sum(1 / x for x in (1, 0)))
