"""Random programs with loops: the text of a function or a module, and what to call it with.

The same style and seed give the same program.  Programs end: trip counts are bounded, and numbers
that grow are cut back at the top of each loop.  They mostly do what compiled loops are for; what
sends them back to the interpreter stands behind a test that rarely holds.
"""

from __future__ import annotations

from tests.loops.program_calls import CallMaker
from tests.loops.program_loops import Maker, Program
from tests.loops.program_objects import ObjectMaker
from tests.loops.program_styles import FloatMaker, IntMaker, ListMaker, MixedMaker, NumpyMaker

STYLES: dict[str, type[Maker]] = {
    "int": IntMaker,
    "float": FloatMaker,
    "numpy": NumpyMaker,
    "lists": ListMaker,
    "mixed": MixedMaker,
    "calls": CallMaker,
    "objects": ObjectMaker,
}


def generate(style: str, seed: int) -> Program:
    """The program of a style with a seed."""
    return STYLES[style](style, seed).make()
