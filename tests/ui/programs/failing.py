"""An error that is caught and one that is not."""


def divide(numerator, denominator):
    return numerator / denominator


def careful(denominator):
    try:
        return divide(1, denominator)
    except ZeroDivisionError:
        return None


def careless(values):
    for value in values:
        divide(10, value)


print(careful(0))
careless([5, 2, 0])
