import contextlib


@contextlib.contextmanager
def no_yield():
    if False:
        yield


@contextlib.contextmanager
def two_yields():
    yield 1
    yield 2


@contextlib.contextmanager
def replaces():
    try:
        yield
    except KeyError as error:
        raise ValueError("replaced") from error


for manager in (no_yield, two_yields):
    try:
        with manager():
            print("body")
    except RuntimeError as error:
        print(error)
with replaces():
    {}["key"]
