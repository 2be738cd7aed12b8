def twice(number):
    made = number * 2
    return made


def negative(number):
    return -number
