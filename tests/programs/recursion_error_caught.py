import sys


def forever(n):
    return forever(n + 1)


try:
    forever(0)
except RecursionError as error:
    print(type(error).__name__, str(error).split(" while")[0])


def depth(n):
    try:
        return depth(n + 1)
    except RecursionError:
        return n


sys.setrecursionlimit(200)
print(100 < depth(0) <= 200)
