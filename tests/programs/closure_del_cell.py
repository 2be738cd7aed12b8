def outer():
    x = 1

    def inner():
        return x

    print(inner())
    del x
    try:
        inner()
    except NameError as error:
        print(type(error).__name__, error)
    try:
        x
    except UnboundLocalError as error:
        print(type(error).__name__, error)
    x = 2
    print(inner())
    del x
    del x


outer()
