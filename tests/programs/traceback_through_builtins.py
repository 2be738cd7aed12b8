import functools


def convert(value):
    return int(value)


def combine(a, b):
    return a + convert(b)


print(list(map(convert, ["1", "2"])))
try:
    list(map(convert, ["1", "x"]))
except ValueError as error:
    print(error, error.__traceback__.tb_next.tb_frame.f_code.co_name)
try:
    sorted([3, 1, 2], key=lambda v: 1 / (v - 1))
except ZeroDivisionError as error:
    print(error)
print(functools.reduce(combine, ["2", "3"], 0))
functools.reduce(combine, ["2", "y"], 0)
