import sys

sys.setrecursionlimit(50000)


def down(n):
    if n == 0:
        return 0
    return 1 + down(n - 1)


print(down(20000))
