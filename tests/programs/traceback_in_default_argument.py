def outer():
    def inner(a, b=1 / 0):
        return a

    return inner


outer()
