print(list(enumerate("ab", start=5)), list(zip("abc", [1, 2])), dict(zip("ab", "cd")))
print(list(map(lambda a, b: a + b, [1, 2], [10, 20, 30])), list(filter(None, [0, 1, "", "x"])))
print(list(reversed([1, 2])), sum([[1], [2]], []), min("hello", key=ord), max([], default="none"))
for shapes in (("ab", "c"), ("a", "bc"), ("ab", "cd", "e")):
    try:
        print(list(zip(*shapes, strict=True)))
    except ValueError as error:
        print(error)
it = zip([1, 2], iter([3]))
print(list(it))
for pair in zip([1, 2], [1], strict=True):
    print(pair)
