class Manager:
    def __enter__(self):
        print("enter")
        return self

    def __exit__(self, *exc):
        print("exit", exc[0] and exc[0].__name__)


def f():
    with Manager():
        try:
            return "try"
        finally:
            with Manager():
                print("in finally")


print(f())


def g():
    try:
        with Manager():
            raise ValueError("x")
    except ValueError:
        return "handled"
    finally:
        print("done")


print(g())


def h():
    for _ in "ab":
        with Manager():
            try:
                raise KeyError
            except KeyError:
                break
    return "after"


print(h())
