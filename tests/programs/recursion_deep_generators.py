import sys

sys.setrecursionlimit(3000)


def count(n):
    if n:
        yield n
        yield from count(n - 1)


print(sum(count(200)))


class Node:
    def __init__(self, child):
        self.child = child

    def depth(self):
        return 1 + (self.child.depth() if self.child else 0)


node = None
for _ in range(1500):
    node = Node(node)
print(node.depth())
