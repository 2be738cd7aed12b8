print([x * 2 for x in range(5) if x % 2], {x: x ** 2 for x in "abc" if False}, {x % 3 for x in range(9)})
print([(x, y) for x in range(3) for y in range(x) if x + y], [[y for y in range(x)] for x in range(4)])
print({k: v for k, v in zip("abc", range(3))}, [a + b for a, (b, *c) in [(1, (2, 3))]])
x = "kept"
print([x for x in range(3)], x, sum(n for n in range(4)), max((len(w), w) for w in ["a", "bcd"]))
print([(lambda: i)() for i in range(3)], [f() for f in [lambda: i for i in range(3)]])
print([y for x in range(3) if x for y in [x * 10] if y > 10], tuple(x for x in ()))
print([[x for x in range(2)] for x in range(2)], [x if x else "zero" for x in range(2)])
matrix = [[1, 2], [3, 4]]
print([[row[i] for row in matrix] for i in range(2)], {i: {j: i * j for j in range(2)} for i in range(2)})
