"""What is on the operand stack where a handler fails dies while its error is still handled."""

import sys


class Noisy:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("dies", self.name, repr(sys.exception()))
        try:
            raise KeyError(self.name)
        except KeyError as error:
            print(repr(error.__context__))


def fails(handled):
    try:
        if handled:
            raise handled
        [Noisy("without a handler"), absent]
    except ValueError:
        try:
            [Noisy("in a handler"), absent]
        except NameError as error:
            print(repr(error))
        [Noisy("on the way out of a handler"), absent]


for handled in (None, ValueError("outer")):
    try:
        fails(handled)
    except NameError as error:
        print(repr(error), repr(error.__context__))


def calls():
    return [Noisy("in a caller"), fails(ValueError("inner"))]


try:
    raise ZeroDivisionError
except ZeroDivisionError:
    try:
        calls()
    except NameError as error:
        print(repr(error.__context__), repr(error.__context__.__context__))
