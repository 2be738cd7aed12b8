import sys


def depth(n):
    try:
        return depth(n + 1)
    except RecursionError:
        return n


x = 1  # @before
sys.setrecursionlimit(120)
found = depth(0)
sys.setrecursionlimit(20_000)
deeper = depth(0)
x = 2  # @after
# Frames of the debugger count, too, where the program sets a limit itself.
print("out", 80 < found < 120, 19_000 < deeper < 20_000)
