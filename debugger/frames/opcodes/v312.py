"""CPython 3.12: inlined comprehensions, intrinsics, PEP 695, no PRECALL."""

from __future__ import annotations

from debugger.frames.opcodes.base import LOWERINGS, NAME_SHIFT, SHAPES, Table, shape
from debugger.frames.opcodes.v311 import FORMAT_VALUE

SHAPES_312 = {
    **SHAPES,
    "BINARY_SLICE": shape(3, 1),
    "STORE_SLICE": shape(4, 0),
    "CALL_INTRINSIC_2": shape(2, 1),
}

LOWERINGS_312 = {
    **LOWERINGS,
    "RETURN_CONST": "return_constant",
    "LOAD_FAST_CHECK": "push_checked_local",
    "LOAD_FAST_AND_CLEAR": "take_local",
    "LOAD_LOCALS": "load_locals",
    "LOAD_SUPER_ATTR": "load_super_attribute",
    "LOAD_FROM_DICT_OR_DEREF": "load_from_mapping_or_cell",
    "LOAD_FROM_DICT_OR_GLOBALS": "load_from_mapping_or_globals",
    "CALL_INTRINSIC_1": "call_intrinsic",
    "END_FOR": "skip",
    "END_SEND": "end_delegate",
    "CLEANUP_THROW": "cleanup_throw",
    "POP_JUMP_IF_TRUE": "jump_if_true",
    "POP_JUMP_IF_FALSE": "jump_if_false",
    "POP_JUMP_IF_NONE": "jump_if_none",
    "POP_JUMP_IF_NOT_NONE": "jump_if_not_none",
}

NAME_SHIFT_312 = {**NAME_SHIFT, "LOAD_ATTR": 1, "LOAD_SUPER_ATTR": 2}

TABLE = Table(
    shapes={**SHAPES_312, "FORMAT_VALUE": FORMAT_VALUE},
    lowerings={**LOWERINGS_312, "KW_NAMES": "keyword_names"},
    name_shift=NAME_SHIFT_312,
    unchecked_loads=False,
    null_first=True,
    precall=False,
    after_for=("END_FOR",),
    keywords_on_stack=False,
    depth_of_c=0,
)
