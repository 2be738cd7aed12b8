class Manager:
    def __enter__(self):
        print("enter")
        raise OSError("cannot enter")

    def __exit__(self, *exc):
        print("exit is not called")


class Good:
    def __enter__(self):
        print("good enter")

    def __exit__(self, *exc):
        print("good exit", exc[0].__name__)


with Good(), Manager():
    print("body is not run")
