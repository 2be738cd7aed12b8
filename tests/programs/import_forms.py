import collections.abc as cabc
import os.path
import xml.dom as dom, json as j
from os import path as p, sep
from collections import (
    OrderedDict,
    deque as dq,
)
from math import *

print(cabc.__name__, os.path is p, dom.__name__, j.dumps([1]), sep, dq([1]), OrderedDict.__name__)
print(floor(2.5), pi > 3, "__name__" in dir(), __name__)


def local():
    import string, sys as system
    from string import digits as d

    return string.digits == d, system.__name__, sorted(locals())


print(local())
print(__import__("os.path").__name__, __import__("os.path", fromlist=["x"]) is os.path)
import collections.missing
