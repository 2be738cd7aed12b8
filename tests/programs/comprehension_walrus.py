def f(values):
    total = 0
    running = [total := total + v for v in values]
    return running, total, [y for v in values if (y := v * 2) > 2], y


print(f([1, 2, 3]))
print([(a := n, b := a * 2) for n in range(3)], a, b)
print([[inner := i * j for j in range(3)] for i in range(2)], inner)


def g():
    global seen
    return {(seen := k): v for k, v in {"x": 1, "y": 2}.items()}


print(g(), seen)
print(list((last := n) for n in range(4)), last)
