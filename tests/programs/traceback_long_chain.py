class Node:
    def __init__(self, child=None):
        self.child = child

    def get(self, key):
        return self


tree = Node(Node(Node()))
print(tree.child.get("a").child.get("b").child is None)
tree.child.get("a").child.get("b").child.get("c").child
