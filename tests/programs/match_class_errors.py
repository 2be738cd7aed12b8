class A:
    __match_args__ = ("x",)
    x = 1


class BadArgs:
    __match_args__ = ["x"]


class NotString:
    __match_args__ = (1,)


def attempt(action):
    try:
        print(action())
    except TypeError as error:
        print(error)


def too_many():
    match A():
        case A(1, 2):
            return "matched"


def bad_args():
    match BadArgs():
        case BadArgs(1):
            return "matched"


def not_string():
    match NotString():
        case NotString(1):
            return "matched"


def twice():
    match A():
        case A(1, x=1):
            return "matched"


def not_class():
    kind = len
    match 5:
        case kind():
            return "matched"


def builtin_two():
    match 5:
        case int(1, 2):
            return "matched"


for case in (too_many, bad_args, not_string, twice, not_class, builtin_two):
    attempt(case)
too_many()
