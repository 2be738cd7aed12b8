def ratio(a, b):
    return 1 + (a / (b - b)) + 2


print(ratio(4, 2))
