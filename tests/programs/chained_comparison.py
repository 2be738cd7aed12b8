def show(value):
    print("eval", value)
    return value


print(show(1) < show(2) < show(3))
print(show(3) < show(2) < show(1))
print(1 < 2 > 0 == 0 != 1 <= 1)
print(1 in [1] in [[1]])
x = 5
print(0 < x < 10, not 0 < x < 3, (0 < x) < 10)
if 1 < show(7) < 5 or show(8) == 8 == 8:
    print("yes")
