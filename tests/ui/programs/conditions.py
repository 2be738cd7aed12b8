"""A function that is called often."""


def visit(number):
    square = number * number
    # nothing here
    return square


def main(count):
    squares = []
    for number in range(count):
        squares.append(visit(number))
    return sum(squares)


print(main(6))
