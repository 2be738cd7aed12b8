def classify(n):
    return "neg" if n < 0 else "zero" if n == 0 else "pos"


print([classify(n) for n in (-1, 0, 1)])
print((lambda x: x if x else "empty")(""))
print([1, 2][0 if True else 1], (1 if 0 else 2) + 3)
value = None if (lambda: 1)() else 1 / 0
print(value)
print(1 / 0 if value is None else 2)
