class Manager:
    def __init__(self, name, result=None):
        self.name = name
        self.result = result
        print("init", name)

    def __enter__(self):
        print("enter", self.name)
        return self.name.upper()

    def __exit__(self, kind, value, traceback):
        print("exit", self.name, kind and kind.__name__, value, traceback and traceback.tb_lineno)
        return self.result


with Manager("a") as a, Manager("b") as b:
    print(a, b)
with (
    Manager("c") as c,
    Manager("d"),
):
    print(c)
with Manager("suppress", True):
    raise ValueError("gone")
for i in range(2):
    with Manager(f"loop{i}") as name:
        if i == 0:
            continue
        break


def f():
    with Manager("function"):
        return "returned"


print(f())
with (Manager("e")) as (x):
    print(x)
