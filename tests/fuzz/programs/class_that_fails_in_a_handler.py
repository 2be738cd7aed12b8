"""What is handled where a class is made is the context of an error in making it."""

import sys
import traceback


class Meta(type):
    def __new__(kind, name, bases, namespace):
        print(sys.exc_info())
        return super().__new__(kind, name, bases, namespace)


def make():
    try:
        raise ValueError("handled")
    except ValueError:

        class Made(metaclass=Meta):
            pass

        class Failing(unknown=0):
            pass


try:
    make()
except TypeError:
    traceback.print_exc(file=sys.stdout)
