def inner():
    raise SystemExit(4)


def outer():
    try:
        inner()
    except Exception:
        print("not caught: SystemExit is not an Exception")
    finally:
        print("finally")


class Manager:
    def __enter__(self):
        return self

    def __exit__(self, kind, value, tb):
        print("exit", kind.__name__, value.code)


with Manager():
    list(map(lambda _: outer(), [1]))
