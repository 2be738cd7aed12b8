def inner():
    raise ValueError("deep")


def middle():
    try:
        inner()
    except ValueError:
        print("logging")
        raise


def outer():
    try:
        middle()
    except ValueError as error:
        saved = error
    raise saved


outer()
