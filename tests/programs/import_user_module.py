import pathlib
import sys

pathlib.Path("helper_module.py").write_text('''
"""Helper."""
print("loading", __name__, __file__.rpartition("/")[2])
value = 10
_private = 1


def divide(n):
    return value / n


class Thing:
    pass
''')
import helper_module
from helper_module import *

print(helper_module.__doc__, divide(5), Thing.__module__, "_private" in globals())
helper_module.value = 100
print(divide(5), sys.modules["helper_module"] is helper_module)
import helper_module as again

print(again is helper_module)
divide(0)
