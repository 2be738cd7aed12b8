import sys


def name():
    kind = sys.exc_info()[0]
    return kind.__name__ if kind else None


try:
    try:
        raise ValueError("inner")
    except ValueError:
        print(name())
        try:
            raise KeyError("second")
        except KeyError as second:
            print(name(), repr(second.__context__))
        print(name())
        raise TypeError("third")
except TypeError as third:
    print(name(), repr(third.__context__), third.__cause__)
print(name())


def handler():
    print("handler sees", name())
    try:
        raise
    except ValueError as error:
        print("reraised", error)


try:
    raise ValueError("seen by callee")
except ValueError:
    handler()
    print(name())
handler()
