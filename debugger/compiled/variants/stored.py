"""Variants in a form that can be written to a file, and variants from that form.

A variant is the user's code with some of its attributes replaced; these are what is kept.  Of the
constants added those come first that are objects of the process that made it; they are left out.
The variants of nested code stay where they were among the user's own constants.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import CodeType, FunctionType
from typing import Any

from debugger.compiled.variants.counting import Shortcut, Turns
from debugger.compiled.variants.failing import Failing, Hook, Wanted
from debugger.compiled.variants.layout import Layout
from debugger.compiled.variants.variant import Variant, objects, variables_of
from debugger.frames.guise import constants_of, copied, raw

Stored = tuple[Any, ...]
"""What is kept of a variant, in types that `marshal` knows; empty where its code is the user's."""

Loop = tuple[int, int]
"""The header of a loop that is counted, and below how many turns in a moment it is `sparse`."""


def stored(made: Variant, turns: Sequence[Turns]) -> Stored:
    """What to keep of a variant without exits, in which the loops of `turns` are counted."""
    original, code = made.layout.code, made.code
    added = raw(code, "co_consts")[len(original.co_consts) :]
    if not added:
        return ()
    leave_at, told = added[0], [each for each in added if type(each) in (Wanted, Failing)]
    ours = [*objects(leave_at, made.layout, turns), *told]
    count = len(ours)
    assert [*map(id, ours)] == [*map(id, added[:count])]
    return (
        raw(code, "co_code"),
        raw(code, "co_exceptiontable"),
        raw(code, "co_linetable"),
        added[count:-1],
        raw(code, "co_nlocals") - original.co_nlocals,
        raw(code, "co_stacksize"),
        raw(code, "co_names"),
        max(len(told) - 1, 0),
        tuple((each.header, each.sparse) for each in turns),
        tuple((turns.index(s.turns), s.unit, s.prefixes, s.argument) for s in made.shortcuts),
    )


def loops(kept: Stored) -> tuple[Loop, ...]:
    """The loops that are counted in a variant."""
    return kept[8] if kept else ()


def restored(
    kept: Stored,
    layout: Layout,
    leave_at: FunctionType,
    hook: Hook | None,
    turns: Sequence[Turns],
    inner: Mapping[int, CodeType],
) -> Variant:
    """The variant that was kept, which calls `leave_at` and `hook`, and counts with `turns`.

    `inner` is the code to hold in place of the nested code that is given by its id.
    """
    original = layout.code
    own = [inner.get(id(c), c) if type(c) is CodeType else c for c in constants_of(original)]
    if not kept:
        return Variant(original.replace(co_consts=tuple(own)), layout)
    units, exceptions, lines, added, spares, stack_size, names, count, _, shortcuts = kept
    told = hook.told_by(count) if count and hook is not None else ()
    ours = objects(leave_at, layout, turns)
    code = copied(
        original,
        co_code=units,
        co_exceptiontable=exceptions,
        co_linetable=lines,
        co_consts=(*own, *ours, *told, *added, layout),
        co_names=names,
        co_stacksize=stack_size,
        **variables_of(original, spares),
    )
    made = [Shortcut(turns[number], *places) for number, *places in shortcuts]
    return Variant(code, layout, tuple(made))
