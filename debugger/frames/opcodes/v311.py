"""CPython 3.11: the base table, with the rows that later versions dropped."""

from __future__ import annotations

from debugger.frames.opcodes.base import LOWERINGS, NAME_SHIFT, SHAPES, Shape, Table, shape

FORMAT_VALUE = Shape(lambda argument: 2 if argument & 4 else 1, lambda _: 0, lambda _: 1)

TABLE = Table(
    shapes={
        **SHAPES,
        "UNARY_POSITIVE": shape(1, 1),
        "PRINT_EXPR": shape(1, 0),
        "LIST_TO_TUPLE": shape(1, 1),
        "PREP_RERAISE_STAR": shape(2, 1),
        "FORMAT_VALUE": FORMAT_VALUE,
    },
    lowerings={
        **LOWERINGS,
        "PRECALL": "skip",
        "KW_NAMES": "keyword_names",
        "LOAD_METHOD": "load_method",
        "LOAD_CLASSDEREF": "load_class_cell",
        "IMPORT_STAR": "import_star",
        # The real generator object wraps what it yields; see generators.py.
        "ASYNC_GEN_WRAP": "skip",
        "JUMP_IF_TRUE_OR_POP": "jump_or_pop_if_true",
        "JUMP_IF_FALSE_OR_POP": "jump_or_pop_if_false",
        "POP_JUMP_FORWARD_IF_TRUE": "jump_if_true",
        "POP_JUMP_BACKWARD_IF_TRUE": "jump_if_true",
        "POP_JUMP_FORWARD_IF_FALSE": "jump_if_false",
        "POP_JUMP_BACKWARD_IF_FALSE": "jump_if_false",
        "POP_JUMP_FORWARD_IF_NONE": "jump_if_none",
        "POP_JUMP_BACKWARD_IF_NONE": "jump_if_none",
        "POP_JUMP_FORWARD_IF_NOT_NONE": "jump_if_not_none",
        "POP_JUMP_BACKWARD_IF_NOT_NONE": "jump_if_not_none",
    },
    name_shift=NAME_SHIFT,
    unchecked_loads=True,
    null_first=True,
    precall=True,
    after_for=(),
    keywords_on_stack=False,
    depth_of_c=1,
)
