def outer():
    def inner():
        return value + 1

    result = inner()
    value = 1
    return result


outer()
