error = "outer"
try:
    raise ValueError("v")
except ValueError as error:
    print(error)
try:
    print(error)
except NameError as missing:
    print(missing)


def f():
    try:
        1 / 0
    except ZeroDivisionError as e:
        del e
    try:
        1 / 0
    except ZeroDivisionError as e:
        e = "rebound"
    try:
        raise KeyError
    except KeyError as e:
        pass
    return e


f()
