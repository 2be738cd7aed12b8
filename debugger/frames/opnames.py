"""How an operation reads in a listing: `a + b` instead of BINARY_OP 0."""

from __future__ import annotations

import dis
from collections.abc import Callable, Sequence

OPERATORS: tuple[str, ...] = tuple(text for _, text in dis._nb_ops)  # type: ignore[attr-defined]  # noqa: SLF001

PATTERNS = {
    "UNARY_NEGATIVE": "-{0}",
    "UNARY_POSITIVE": "+{0}",
    "UNARY_NOT": "not {0}",
    "UNARY_INVERT": "~{0}",
    "BINARY_SUBSCR": "{0}[{1}]",
    "STORE_SUBSCR": "{1}[{2}] = {0}",
    "DELETE_SUBSCR": "del {0}[{1}]",
    "BINARY_SLICE": "{0}[{1}:{2}]",
    "STORE_SLICE": "{1}[{2}:{3}] = {0}",
    "LOAD_ATTR": "{0}.{name}",
    "STORE_ATTR": "{1}.{name} = {0}",
    "DELETE_ATTR": "del {0}.{name}",
    "LOAD_GLOBAL": "global {name}",
    "STORE_GLOBAL": "global {name} = {0}",
    "DELETE_GLOBAL": "del global {name}",
    "GET_ITER": "iter {0}",
    "IMPORT_NAME": "import {name}",
    "IMPORT_FROM": "from {0} import {name}",
    "LIST_APPEND": "append {last} to {0}",
    "SET_ADD": "add {last} to {0}",
    "RAISE_VARARGS": "raise {all}",
    "BUILD_TUPLE": "({all})",
    "BUILD_LIST": "[{all}]",
    "BUILD_SET": "set of {all}",
    "TO_BOOL": "bool {0}",
}


def describe(opname: str, argument: int, name: str | None, operands: Sequence[object]) -> str:
    """One operation as text, from its opcode's name, argument, name and operands."""
    texts = [str(operand) for operand in operands]
    listed = ", ".join(texts)
    if opname in PATTERNS:
        last = texts[-1] if texts else ""
        return PATTERNS[opname].format(*texts, name=name, all=listed, last=last)
    if opname in SYMBOLS:
        return f"{texts[0]} {SYMBOLS[opname](argument)} {texts[1]}"
    words = opname.lower()
    return " ".join(part for part in (words, name, listed) if part)


def _comparison(argument: int) -> str:
    try:
        return dis.cmp_op[argument >> COMPARE_SHIFT]
    except IndexError:
        return "compare"


def _compare_shift() -> int:
    """The operator's place in COMPARE_OP's argument, read off a compiled `a == b`."""
    code = compile("a == b", "", "eval")
    argument = next(i.arg for i in dis.get_instructions(code) if i.opname == "COMPARE_OP")
    assert argument is not None
    return next(shift for shift in (0, 4, 5) if argument >> shift == dis.cmp_op.index("=="))


COMPARE_SHIFT = _compare_shift()
SYMBOLS: dict[str, Callable[[int], str]] = {
    "BINARY_OP": lambda argument: OPERATORS[argument],
    "COMPARE_OP": _comparison,
    "IS_OP": lambda argument: "is not" if argument else "is",
    "CONTAINS_OP": lambda argument: "not in" if argument else "in",
}
