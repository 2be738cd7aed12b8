def boom():
    raise ValueError("iterable")


try:
    (x for x in boom())
except ValueError as error:
    print("eager first iterable", error)
generator = (x for y in [1] for x in boom())
print("lazy second iterable")
try:
    next(generator)
except ValueError as error:
    print(error)
try:
    (x for x in 5)
except TypeError as error:
    print(error)
[x for x in 5]
