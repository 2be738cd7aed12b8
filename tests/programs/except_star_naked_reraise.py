def f():
    try:
        raise ValueError("naked")
    except* TypeError:
        print("no")


try:
    f()
except ValueError as error:
    print("unchanged", repr(error))


def g():
    try:
        raise KeyError("wrapped")
    except* KeyError:
        raise


g()
