"""A frame object that nobody holds any more keeps nothing alive."""

import sys


class Noisy:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("dies", self.name)


def asks(argument):
    sys._getframe()
    print(sys._getframe(0).f_code.co_name, sys._getframe(1).f_code.co_name)
    local = Noisy("local")
    print("asked")


def calls(argument):
    kept = asks(argument)
    del argument
    print("back")


calls(Noisy("argument"))
print("done")
