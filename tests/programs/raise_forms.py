def attempt(action):
    try:
        action()
    except BaseException as error:
        print(type(error).__name__, error.args, repr(error.__cause__), repr(error.__context__), error.__suppress_context__)


def raise_class():
    raise ValueError


def raise_none():
    raise None


def raise_string():
    raise "text"


def raise_from_class():
    raise ValueError("a") from KeyError


def raise_from_none():
    try:
        1 / 0
    except ZeroDivisionError:
        raise ValueError("b") from None


def raise_from_bad():
    raise ValueError("c") from 5


def raise_needs_arguments():
    class Odd(Exception):
        def __init__(self, a, b):
            pass

    raise Odd


def bare():
    raise


def raise_new_non_exception():
    class Weird(Exception):
        def __new__(cls):
            return 5

    raise Weird


for case in (raise_class, raise_none, raise_string, raise_from_class, raise_from_none, raise_from_bad, raise_needs_arguments, bare, raise_new_non_exception):
    attempt(case)
bare()
