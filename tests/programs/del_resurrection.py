kept = []


class Phoenix:
    def __del__(self):
        print("del")
        kept.append(self)


p = Phoenix()
del p
print(len(kept))
kept.clear()
print(len(kept))


class Node:
    def __init__(self):
        self.me = self

    def __del__(self):
        print("cycle del")


import gc

gc.disable()
Node()
print("before collect")
print(gc.collect() >= 1)
