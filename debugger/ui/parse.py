"""Taking apart what the user typed: commands, locations, conditions."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from debugger.frames.errors import UserError

if TYPE_CHECKING:
    from collections.abc import Iterator

_WORD = re.compile(r"\s*([^\W\d]\w*|[?`]|[+-](?=\s*$))(.*)", re.DOTALL)
_OPENING = "([{"
_CLOSING = ")]}"
_QUOTES = "\"'"
_SEPARATOR = re.compile(r",|\s+if\b")
_SEPARATORS = {",": "comma", "if": "'if'"}


@dataclass(frozen=True, slots=True)
class LineText:
    """`12` or `file:12`: a line of a file, or of the current file."""

    file: str | None
    line: int


@dataclass(frozen=True, slots=True)
class NameText:
    """`function` or `module.function`."""

    name: str


LocationText = LineText | NameText


@dataclass(frozen=True, slots=True)
class BreakpointText:
    """What follows `break`: a location and perhaps a condition."""

    location: LocationText
    condition: str | None


def split_commands(line: str) -> list[str]:
    """The commands of a line, which `;;` separates except inside a string.

    What an alias stands for may be several: `alias` takes the rest of the line.
    """
    parts, start = [], 0
    for cut, _ in outside_strings(line):
        if cut >= start and line.startswith(";;", cut) and first_word(line[start:])[0] != "alias":
            parts.append(line[start:cut])
            start = cut + 2
    parts.append(line[start:])
    return [part.strip() for part in parts if part.strip()] or [""]


def first_word(line: str) -> tuple[str, str]:
    """The first word of a line and the text after it; no word is ''."""
    match = _WORD.match(line)
    return (match[1], match[2]) if match else ("", line)


def breakpoint_text(text: str) -> BreakpointText:
    """`[file:]line` or `function`, then perhaps `, condition` or `if condition`."""
    place, condition = split_condition(text)
    if condition is not None:
        check_expression(condition)
    return BreakpointText(location_text(place), condition)


def split_condition(text: str) -> tuple[str, str | None]:
    """What stands before and after the first comma or `if` outside brackets and strings."""
    for at, depth in outside_strings(text):
        found = _SEPARATOR.match(text, at) if depth == 0 else None
        if found is not None:
            what = f"condition after the {_SEPARATORS[found[0].strip()]}"
            return text[:at].strip(), _required(text[found.end() :], what)
    return text.strip(), None


def location_text(text: str) -> LocationText:
    """A line number, `file:line`, or the name of a function."""
    text = _required(text, "location")
    if text.isdecimal():
        return LineText(None, int(text))
    file, colon, line = text.rpartition(":")
    if not colon:
        return NameText(_name(text))
    if not line.strip().isdecimal() or not file.strip():
        raise UserError(f"'{text}' is not a location: expected line, file:line or function.")
    return LineText(file.strip(), int(line))


def end_of_code(line: str) -> int:
    """Where the code of a line ends: before its comment and the blanks there."""
    comment = next((at for at, _ in outside_strings(line) if line[at] == "#"), len(line))
    return len(line[:comment].rstrip())


def check_expression(source: str) -> None:
    """Refuse what is not a Python expression before it is stored."""
    try:
        compile(source, "<condition>", "eval")
    except (SyntaxError, ValueError) as error:
        reason = error.msg if isinstance(error, SyntaxError) else str(error)
        raise UserError(f"'{source}' is not an expression: {reason}.") from None


def number(text: str, what: str) -> int:
    """A whole number, or a sentence saying what was expected."""
    text = _required(text, what)
    if not re.fullmatch(r"-?\d+", text):
        raise UserError(f"'{text}' is not a {what}.")
    return int(text)


def numbers(text: str, what: str) -> list[int]:
    """Whole numbers separated by blanks or commas."""
    return [number(part, what) for part in text.replace(",", " ").split()]


def optional_number(text: str, what: str, *, default: int) -> int:
    """A whole number, or `default` where nothing stands."""
    return number(text, what) if text.strip() else default


def is_dotted(text: str) -> bool:
    """Whether the text is a name or names with dots between them."""
    return all(part.isidentifier() for part in text.split("."))


def _name(text: str) -> str:
    if is_dotted(text):
        return text
    raise UserError(f"'{text}' is not a location: expected line, file:line or function.")


def _required(text: str, what: str) -> str:
    if not text.strip():
        raise UserError(f"Expected a {what}.")
    return text.strip()


def outside_strings(text: str) -> Iterator[tuple[int, int]]:
    """The indices of the characters outside string literals, each with its bracket depth."""
    depth, quote, escaped = 0, "", False
    for at, character in enumerate(text):
        if quote:
            ends = character == quote and not escaped
            escaped = character == "\\" and not escaped
            quote = "" if ends else quote
        elif character in _QUOTES:
            quote = character
        else:
            depth += (character in _OPENING) - (character in _CLOSING)
            yield at, depth
