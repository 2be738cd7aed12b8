"""What dies with an error, where its handler ends, is called by the frame with the handler."""

import sys


class Noisy:
    def __del__(self):
        caller = sys._getframe(1)
        print("dies in", caller.f_code.co_name, caller.f_lineno)


def fails(argument):
    raise KeyError


def handles():
    try:
        fails(Noisy())
    except KeyError:
        pass
    print("handled")


handles()
