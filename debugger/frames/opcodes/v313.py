"""CPython 3.13: NULL above the callable, CALL_KW, TO_BOOL, superinstructions."""

from __future__ import annotations

from debugger.frames.opcodes.base import Table, grow, shape
from debugger.frames.opcodes.v312 import LOWERINGS_312, NAME_SHIFT_312, SHAPES_312

TABLE = Table(
    shapes={
        **SHAPES_312,
        "DICT_MERGE": grow(1, below=3),
        "TO_BOOL": shape(1, 1),
        "CONVERT_VALUE": shape(1, 1),
        "FORMAT_SIMPLE": shape(1, 1),
        "FORMAT_WITH_SPEC": shape(2, 1),
        "SET_FUNCTION_ATTRIBUTE": shape(2, 1),
    },
    lowerings={
        **LOWERINGS_312,
        "CALL_KW": "call_keywords",
        "LOAD_FAST_LOAD_FAST": "push_two_locals",
        "STORE_FAST_LOAD_FAST": "store_and_push_local",
        "STORE_FAST_STORE_FAST": "store_two_locals",
    },
    name_shift=NAME_SHIFT_312,
    unchecked_loads=False,
    null_first=False,
    precall=False,
    after_for=("END_FOR", "POP_TOP"),
    keywords_on_stack=True,
    depth_of_c=0,
)
