import sys


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    return "module " + name


def __dir__():
    return ["one", "two"]


me = sys.modules["__main__"]
print(me.anything, dir(me))
me.added = 5
print(added)
anything
