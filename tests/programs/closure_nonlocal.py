def counter():
    count = 0

    def increment(step=1):
        nonlocal count
        count += step
        return count

    def reset():
        nonlocal count
        count = 0

    return increment, reset


inc, reset = counter()
print(inc(), inc(5), inc())
reset()
print(inc(), inc.__closure__[0].cell_contents, inc.__code__.co_freevars)
other, _ = counter()
print(other(), inc())
