def first():
    raise ValueError("first")


def second():
    try:
        first()
    except ValueError:
        third()


def third():
    undefined.attribute


try:
    second()
except NameError as error:
    raise RuntimeError("last") from error
