class A:
    size = 3
    table = [size * n for n in range(size)]


print(A.table)
