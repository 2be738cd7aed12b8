"""A program that takes `sys._getframe` away, as tests of what does without it do."""

import sys
import warnings


def fails(n):
    return 1 // n


def caught(n):
    try:
        return fails(n)
    except ZeroDivisionError as error:
        return repr(error)


def numbers():
    for n in range(3):
        yield caught(n)


class Keyed:
    def __eq__(self, other):
        return caught(0) == other


def sees_nobody():
    try:
        return sys._getframe()
    except AttributeError as error:
        return str(error)


kept = sys._getframe
del sys._getframe
try:
    print(list(numbers()), caught(0), sees_nobody())
    print(sorted([3, 1, 2], key=lambda n: len(caught(0)) - n))
    print([Keyed()].index("ZeroDivisionError('integer division or modulo by zero')"))
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        warnings.warn("here", stacklevel=1)
    print([(str(one.message), one.lineno) for one in seen])
    sys._getframe = lambda depth=0: "nobody"
    print(sees_nobody(), list(numbers()))
finally:
    sys._getframe = kept
print(sys._getframe().f_lineno)
