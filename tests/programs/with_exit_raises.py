class Manager:
    def __init__(self, name):
        self.name = name

    def __enter__(self):
        return self

    def __exit__(self, kind, value, traceback):
        print("exit", self.name, repr(value))
        raise RuntimeError(f"exit of {self.name}")


try:
    with Manager("clean"):
        pass
except RuntimeError as error:
    print(error, error.__context__)
with Manager("outer"):
    with Manager("inner"):
        raise ValueError("body")
