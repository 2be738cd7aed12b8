import sys
import types


def attempt(statement):
    try:
        exec(statement, {"__name__": "prog"})
    except ImportError as error:
        print(type(error).__name__, error, error.name, error.path and "path")


for statement in (
    "import no_such_thing", "import no_such.sub", "import os.nothing", "from math import no_name", "from . import x",
    "from .sibling import x", "import math.sub", "from no_such import *",
):
    attempt(statement)
sys.modules["blocked"] = None
attempt("import blocked")
fake = types.ModuleType("fake")
fake.__all__ = ["there", "gone"]
fake.there = 1
sys.modules["fake"] = fake
from fake import there
print(there)
from fake import *
