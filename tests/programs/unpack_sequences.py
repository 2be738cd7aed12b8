a, b = 1, 2
(c, d), [e, f] = (3, 4), "ef"
a, b = b, a
print(a, b, c, d, e, f)
first, *rest = range(4)
*init, last = "abc"
x, *middle, y = 1, 2
print(first, rest, init, last, x, middle, y)
for i, (j, *k) in enumerate(["abc", "de"]):
    print(i, j, k)
[p, q, *r], s = [[1, 2, 3, 4], 5]
print(p, q, r, s, [*range(2), *"ab"], (*[], 1), {*[1], 2}, {**{"a": 1}, "a": 2})
target = {}
target["a"], target["b"] = 1, 2
print(target)
