import copy
import pickle


class Node:
    def __init__(self, value, child=None):
        self.value = value
        self.child = child

    def __copy__(self):
        print("copy")
        return Node(self.value, self.child)

    def __reduce__(self):
        print("reduce")
        return Node, (self.value,)

    def __eq__(self, other):
        return self.value == other.value


n = Node(1, [2])
print(copy.copy(n).child is n.child, copy.deepcopy([n, n])[0] is n, pickle.loads(pickle.dumps(n)).value)
cyclic = []
cyclic.append(cyclic)
print(copy.deepcopy(cyclic)[0][0] is not cyclic)


class Bad:
    def __deepcopy__(self, memo):
        raise RuntimeError("no deep copy")


copy.deepcopy({"k": [Bad()]})
