def load():
    from collections import OrderedDictt, deque
    return OrderedDictt


load()
