"""The lines about compiled loops: the table, one loop in detail, its guards, how it was left.

What knows the kinds of values is imported only once there is compiled code to tell of.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from debugger.compiled.loops import reasons
from debugger.compiled.loops.loop import COMPILED, COUNTING
from debugger.frames import stops
from debugger.frames.listing import loop_line
from debugger.ui.source import short_name, short_path
from debugger.ui.values import clipped

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Iterable, Iterator, Sequence

    from debugger.compiled.loops.loop import Left, Loop
    from debugger.compiled.loops.reasons import Refusal
    from debugger.compiled.loops.unit import Unit
    from debugger.frames.frame import Frame

_HEADS = ("loop", "place", "state", "entries", "iterations", "ms")
_INDENT = " " * 6
_SENTENCE_COLUMN = 44
_NARROWEST = 20


def table(loops: Sequence[Loop], width: int) -> list[str]:
    """One row for each loop; what more there is to say of it follows, or stands below."""
    if not loops:
        return ["No loop has come round yet."]
    rows = [_HEADS, *map(_cells, loops)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(_HEADS))]
    others = sum(widths) - widths[1] + 2 * (len(widths) - 1)
    widths[1] = min(widths[1], max(width - others, _NARROWEST))
    lines = [_row(row, widths) for row in rows]
    remarks = ["", *map(_remark, loops)]
    side_by_side = [f"{a}  {b}".rstrip() for a, b in zip(lines, remarks, strict=True)]
    if all(len(line) <= width for line in side_by_side):
        return side_by_side
    pairs = zip(lines, remarks, strict=True)
    return [line for row, remark in pairs for line in (row.rstrip(), *_wrapped(remark, width))]


def detail(loop: Loop, width: int) -> list[str]:
    """All about one loop: its units with the kinds of their variables."""
    lines = [f"loop {loop.number}: {_place(loop)}, {_state(loop)}"]
    first = loop.region.first_line if loop.region is not None else None
    own = loop_line(loop.framecode, loop.header)
    if first is not None and first != own:
        lines.append(f"   part of the nest that begins on line {first}")
    lines.append(f"   came round {_times(loop.count)} interpreted")
    if len(loop.units) > 1:
        lines.append(f"   entered {_times(loop.entries)}, {_iterations(loop.iterations)}")
    if exits := _exits(loop.exits()):
        lines += _wrapped(f"left: {', '.join(exits)}", width, "   ")
    if loop.refusal is not None:
        kind = "another version refused" if loop.units else "refused"
        lines += _wrapped(f"{kind}: {_refusal(loop, loop.refusal)}", width, "   ")
    return lines + [line for unit in _numbered(loop) for line in _unit_lines(loop, *unit)]


def guard_lines(loop: Loop, width: int) -> list[str]:
    """What each unit of a loop requires at entry, with how often that did not hold."""
    lines = [f"loop {loop.number}: {_place(loop)}, {_state(loop)}"]
    if not loop.units:
        return [*lines, "   It has no compiled code, so there is nothing to guard."]
    for title, unit in _numbered(loop):
        lines += [f"   {title}{_times(unit.entries)}", *_requirements(loop, unit, width)]
    return lines


def left_line(left: Left, reason: stops.Reason) -> str:
    """How the program came out of a compiled loop just before it stopped."""
    loop = left.loop
    first = loop.region.first_line if loop.region is not None else loop.line
    paused = isinstance(reason, stops.Paused) and left.reason == reasons.SLICE
    why = "paused" if paused else _brief(left.reason)
    return f"left the compiled loop of line {first} after {_iterations(left.iterations)}: {why}"


def compiled_statements(loops: Iterable[Loop], frame: Frame) -> frozenset[int]:
    """The statements of a frame that are in a compiled loop."""
    return frozenset(
        pc
        for loop in loops
        if loop.units and loop.framecode is frame.framecode and loop.region is not None
        for pc in loop.region.statements
    )


# The table


def _cells(loop: Loop) -> tuple[str, ...]:
    if not loop.units:
        return str(loop.number), _place(loop), _state(loop), "", "", ""
    milliseconds = f"{loop.seconds * 1000:,.0f}"
    counts = (f"{loop.entries:,}", f"{loop.iterations:,}", milliseconds)
    return str(loop.number), _place(loop), _state(loop), *counts


def _state(loop: Loop) -> str:
    """A loop that is compiled once more goes on with the code it has."""
    return COMPILED if loop.units else loop.state


def _row(cells: Sequence[str], widths: Sequence[int]) -> str:
    number, place, state, *counts = cells
    return "  ".join(
        [
            f"{number:>{widths[0]}}",
            f"{_shortened(place, widths[1]):<{widths[1]}}",
            f"{state:<{widths[2]}}",
            *(f"{cell:>{width}}" for cell, width in zip(counts, widths[3:], strict=True)),
        ]
    )


def _place(loop: Loop) -> str:
    """`orbit.py:18 advance`."""
    code = loop.framecode.code
    line = loop_line(loop.framecode, loop.header) or "?"
    return f"{short_path(code.co_filename)}:{line} {short_name(code.co_qualname)}"


def _shortened(place: str, width: int) -> str:
    """The place, without its folders if it is too long with them."""
    return place if len(place) <= width else clipped(place.rpartition(os.sep)[2], width)


def _remark(loop: Loop) -> str:
    """What there is to say of a loop beyond its row."""
    if loop.units:
        exits = ", ".join(_exits(loop.exits()))
        return f"left: {exits}" if exits else ""
    if loop.state == COUNTING:
        return f"came round {_times(loop.count)}"
    return "" if loop.refusal is None else _refusal(loop, loop.refusal)


def _exits(exits: Counter[str]) -> list[str]:
    """`breakpoint 1`, the most frequent first."""
    return [f"{_brief(reason)} {count:,}" for reason, count in exits.most_common()]


def _refusal(loop: Loop, refusal: Refusal) -> str:
    framecode = refusal.framecode or loop.framecode
    statement = str(framecode.statements[refusal.pc])
    line = framecode.positions[refusal.pc].line or "?"
    why = refusal.reason.removesuffix(f": {statement}")
    return f"line {line}, {clipped(statement, 60)}: {why}"


def _brief(reason: str) -> str:
    return clipped(reason, 70)


def _wrapped(text: str, width: int, indent: str = _INDENT) -> list[str]:
    import textwrap

    return textwrap.wrap(
        text,
        width,
        initial_indent=indent,
        subsequent_indent=indent,
        break_on_hyphens=False,
    )


# Units


def _numbered(loop: Loop) -> Iterator[tuple[str, Unit]]:
    """The units, first compiled first, with the beginning of a title for each."""
    units = list(reversed(loop.units))
    for number, unit in enumerate(units, 1):
        yield (f"version {number}: entered " if len(units) > 1 else "entered "), unit


def _unit_lines(loop: Loop, title: str, unit: Unit) -> list[str]:
    from debugger.compiled.loops.guards import Words, kind_words

    words = Words(loop.framecode, loop.header, unit.guards)
    kinds: dict[str, str] = {}
    for guard in unit.guards:
        kinds.setdefault(words.variable(guard.variable), kind_words(guard.kind))
    widest = min(max(map(len, kinds), default=0), _SENTENCE_COLUMN - len(_INDENT))
    counts = f"{_times(unit.entries)}, {_iterations(unit.iterations)}"
    return [
        f"   {title}{counts}, compiled in {unit.seconds * 1000:,.0f} ms",
        *(f"{_INDENT}{name:<{widest}}  {kind}" for name, kind in kinds.items()),
    ]


def _requirements(loop: Loop, unit: Unit, width: int) -> list[str]:
    from debugger.compiled.loops.guards import Words, simplified

    words = Words(loop.framecode, loop.header, unit.guards)
    found = [
        (words.sentence(each), _failures(unit, each.guards)) for each in simplified(unit.guards)
    ]
    if unit.errors is not None:
        found.append(("numpy ignores underflow (numpy.errstate)", ""))
    sentences = [f"{text} ({failures})" if failures else text for text, failures in found]
    return [line for text in sentences for line in _wrapped(text, width)]


def _failures(unit: Unit, guards: Sequence[int]) -> str:
    """`failed 3 times, last with str 'abc'`."""
    count = sum(unit.failed[guard] for guard in guards)
    if not count:
        return ""
    last: tuple[int, str] | None = getattr(unit, "last_failure", None)
    seen = f", last with {last[1]}" if last is not None and last[0] in guards else ""
    return f"failed {_times(count)}{seen}"


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count:,} times"


def _iterations(count: int) -> str:
    return f"{count:,} iteration{'s' * (count != 1)}"
