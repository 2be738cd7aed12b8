def f():
    try:
        raise KeyError("k")
    except KeyError:
        pass
    else:
        pass
    raise ValueError("no context")


try:
    f()
except ValueError as error:
    print(error.__context__)
try:
    try:
        pass
    finally:
        raise OSError("plain")
except OSError as error:
    print(error.__context__)


def g():
    try:
        1 / 0
    except ZeroDivisionError as e:
        e.__context__ = KeyError("manual")
        e.__cause__ = TypeError("manual cause")
        raise


g()
