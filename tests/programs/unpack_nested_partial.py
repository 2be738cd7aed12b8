def noisy():
    print("yield 1")
    yield 1
    print("yield 2")
    yield 2
    print("yield 3")
    yield 3


x = y = None
try:
    x, y = noisy()
except ValueError as error:
    print(error, x, y)
try:
    (x, y), z = (10, 20), *[]
except ValueError as error:
    print(error, x, y)
data = [0, 0]
i = 0
i, data[i] = 1, 9
print(i, data)
