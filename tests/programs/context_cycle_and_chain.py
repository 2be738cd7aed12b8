try:
    try:
        raise ValueError("a")
    except ValueError as a:
        try:
            raise KeyError("b")
        except KeyError as b:
            raise a
except ValueError as error:
    print(repr(error), repr(error.__context__), repr(error.__context__.__context__))


def chain(n):
    try:
        if n:
            chain(n - 1)
        else:
            raise ValueError(0)
    except ValueError:
        raise ValueError(n + 1)


chain(2)
