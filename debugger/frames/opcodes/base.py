"""The rows that all supported Pythons share."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from debugger.frames.records import Record


class Shape(Record):
    """How an instruction that is executed as it stands uses the operand stack.

    `inputs`, `kept` and `pushes` map the instruction's argument to a number: how many
    values from the top of the stack it sees, how many of these (the deepest) it leaves
    where they are, and how many new ones it pushes.
    """

    inputs: Callable[[int], int]
    kept: Callable[[int], int]
    pushes: Callable[[int], int]


class Table(Record):
    """Everything the lifter and the assembler have to know of one Python version.

    `shapes`: opcodes executed as they stand.  `lowerings`: opcode -> `Lifter` method.
    `name_shift`: opcode -> how far its argument is shifted to get the index of the name.
    `unchecked_loads`: LOAD_FAST may meet an unbound local (the compiler marks those that
    can from 3.12 on).  `null_first`: NULL lies below the callable (it lies above it from
    3.13 on).  `precall`: CALL is announced by PRECALL.  `after_for`: the instructions
    that an exhausted FOR_ITER skips at its target.  `keywords_on_stack`: the names of
    keyword arguments are an operand, not announced by KW_NAMES.  `depth_of_c`: what a C
    function that is called counts in the recursion depth.
    """

    shapes: Mapping[str, Shape]
    lowerings: Mapping[str, str]
    name_shift: Mapping[str, int]
    unchecked_loads: bool
    null_first: bool
    precall: bool
    after_for: tuple[str, ...]
    keywords_on_stack: bool
    depth_of_c: int


def shape(inputs: int, pushes: int, kept: int = 0) -> Shape:
    """A shape that does not depend on the argument."""
    return Shape(lambda _: inputs, lambda _: kept, lambda _: pushes)


def gather(pushes: int = 1) -> Shape:
    """The argument says how many values are consumed."""
    return Shape(lambda argument: argument, lambda _: 0, lambda _: pushes)


def grow(values: int, below: int = 0) -> Shape:
    """Add `values` values to a container that lies `argument` deep, with `below` more under it."""
    return Shape(
        lambda argument: argument + values + below,
        lambda argument: argument + below,
        lambda _: 0,
    )


SHAPES: dict[str, Shape] = {
    "UNARY_NEGATIVE": shape(1, 1),
    "UNARY_NOT": shape(1, 1),
    "UNARY_INVERT": shape(1, 1),
    "BINARY_OP": shape(2, 1),
    "BINARY_SUBSCR": shape(2, 1),
    "STORE_SUBSCR": shape(3, 0),
    "DELETE_SUBSCR": shape(2, 0),
    "COMPARE_OP": shape(2, 1),
    "IS_OP": shape(2, 1),
    "CONTAINS_OP": shape(2, 1),
    "GET_ITER": shape(1, 1),
    "GET_YIELD_FROM_ITER": shape(1, 1),
    "GET_AITER": shape(1, 1),
    "GET_ANEXT": shape(1, 1, kept=1),
    "GET_AWAITABLE": shape(1, 1),
    "GET_LEN": shape(1, 1, kept=1),
    "LOAD_BUILD_CLASS": shape(0, 1),
    "LOAD_ASSERTION_ERROR": shape(0, 1),
    "IMPORT_NAME": shape(2, 1),
    "IMPORT_FROM": shape(1, 1, kept=1),
    "STORE_GLOBAL": shape(1, 0),
    "DELETE_GLOBAL": shape(0, 0),
    "STORE_ATTR": shape(2, 0),
    "DELETE_ATTR": shape(1, 0),
    "UNPACK_SEQUENCE": Shape(lambda _: 1, lambda _: 0, lambda argument: argument),
    "UNPACK_EX": Shape(lambda _: 1, lambda _: 0, lambda a: (a & 255) + (a >> 8) + 1),
    "BUILD_TUPLE": gather(),
    "BUILD_LIST": gather(),
    "BUILD_SET": gather(),
    "BUILD_STRING": gather(),
    "BUILD_SLICE": gather(),
    "BUILD_MAP": Shape(lambda argument: 2 * argument, lambda _: 0, lambda _: 1),
    "BUILD_CONST_KEY_MAP": Shape(lambda argument: argument + 1, lambda _: 0, lambda _: 1),
    "MATCH_CLASS": shape(3, 1),
    "MATCH_MAPPING": shape(1, 1, kept=1),
    "MATCH_SEQUENCE": shape(1, 1, kept=1),
    "MATCH_KEYS": shape(2, 1, kept=2),
    "CHECK_EXC_MATCH": shape(2, 1, kept=1),
    "LIST_APPEND": grow(1),
    "SET_ADD": grow(1),
    "MAP_ADD": grow(2),
    "LIST_EXTEND": grow(1),
    "SET_UPDATE": grow(1),
    "DICT_UPDATE": grow(1),
    # The error message of DICT_MERGE names the callee, which lies two below the mapping.
    "DICT_MERGE": grow(1, below=2),
}

LOWERINGS: dict[str, str] = {
    "CACHE": "skip",
    "EXTENDED_ARG": "skip",
    "RESUME": "start",
    "NOP": "skip",
    "MAKE_CELL": "make_cell",
    "COPY_FREE_VARS": "skip",
    "RETURN_GENERATOR": "push_generator",
    "LOAD_CONST": "push_constant",
    "LOAD_FAST": "push_local",
    "LOAD_CLOSURE": "push_cell",
    "PUSH_NULL": "push_null",
    "LOAD_GLOBAL": "load_global",
    "LOAD_ATTR": "load_attribute",
    "LOAD_NAME": "load_name",
    "STORE_NAME": "store_name",
    "DELETE_NAME": "delete_name",
    "LOAD_DEREF": "load_cell",
    "STORE_DEREF": "store_cell",
    "DELETE_DEREF": "delete_cell",
    "STORE_FAST": "store_local",
    "DELETE_FAST": "delete_local",
    "POP_TOP": "pop",
    "COPY": "copy",
    "SWAP": "swap",
    "CALL": "call",
    "CALL_FUNCTION_EX": "call_unpacked",
    "FOR_ITER": "for_next",
    "SEND": "delegate",
    "YIELD_VALUE": "yield_value",
    "RETURN_VALUE": "return_value",
    "RAISE_VARARGS": "raise_error",
    "RERAISE": "reraise",
    "PUSH_EXC_INFO": "push_handled",
    "POP_EXCEPT": "pop_handled",
    "CHECK_EG_MATCH": "match_group",
    "WITH_EXCEPT_START": "exit_with_error",
    "BEFORE_WITH": "enter_with",
    "BEFORE_ASYNC_WITH": "enter_async_with",
    "END_ASYNC_FOR": "end_async_for",
    "SETUP_ANNOTATIONS": "setup_annotations",
    "MAKE_FUNCTION": "make_function",
    "JUMP_FORWARD": "goto",
    "JUMP_BACKWARD": "goto",
    "JUMP_BACKWARD_NO_INTERRUPT": "goto",
}

NAME_SHIFT: dict[str, int] = {
    "LOAD_ATTR": 0,
    "STORE_ATTR": 0,
    "DELETE_ATTR": 0,
    "LOAD_GLOBAL": 1,
    "STORE_GLOBAL": 0,
    "DELETE_GLOBAL": 0,
    "IMPORT_NAME": 0,
    "IMPORT_FROM": 0,
}
