import contextlib


class Manager:
    def __init__(self, name, suppress=False):
        self.name, self.suppress = name, suppress

    def __enter__(self):
        print("enter", self.name)
        return self.name

    def __exit__(self, kind, value, tb):
        print("exit", self.name, repr(value))
        return self.suppress


with contextlib.ExitStack() as stack:
    names = [stack.enter_context(Manager(n)) for n in "abc"]
    stack.callback(print, "callback", end="!\n")
    stack.push(lambda *exc: print("pushed", exc[0]))
    print(names)
with contextlib.ExitStack() as stack:
    stack.enter_context(Manager("s", True))
    raise ValueError("suppressed")
with contextlib.ExitStack() as stack:
    stack.enter_context(Manager("x"))
    stack.callback(lambda: 1 / 0)
    moved = stack.pop_all()
print("moved")
moved.close()
