"""The expressions that are shown at stops: watches always, displays when they change."""

from __future__ import annotations

from typing import TYPE_CHECKING

from debugger.frames.errors import UserError
from debugger.ui.evaluating import value_of
from debugger.ui.values import short

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import CodeType

    from debugger.frames.frame import Frame
    from debugger.ui.session import Session

_LIMIT = 200


class Watches:
    """Expressions shown at every stop, in the order in which they were added."""

    def __init__(self) -> None:
        """Start with none."""
        self._expressions: list[str] = []

    def __iter__(self) -> Iterator[str]:
        """The expressions."""
        return iter(self._expressions)

    def add(self, expression: str) -> None:
        """Watch one more expression."""
        self._expressions.append(expression)

    def remove(self, number: int | None) -> None:
        """Forget the expression with this number, or all of them."""
        if number is None:
            self._expressions.clear()
        elif 1 <= number <= len(self._expressions):
            del self._expressions[number - 1]
        else:
            raise UserError(f"There is no watch {number}.")

    def lines(self, session: Session) -> list[str]:
        """`watch 1: energy = -0.31` for each expression; just the text while nothing runs."""
        show = _value_text if session.stop is not None else _unevaluated
        return [
            f"watch {number}: {expression}{show(session, expression)}"
            for number, expression in enumerate(self._expressions, 1)
        ]


class Displays:
    """Expressions that belong to a function and are shown when their value has changed."""

    def __init__(self) -> None:
        """Start with none."""
        self._texts: dict[CodeType, dict[str, str]] = {}

    def add(self, frame: Frame, expression: str) -> str:
        """Display one more expression; the answer says its present value."""
        text = evaluated(frame, expression)
        self._of(frame)[expression] = text
        return f"display {expression}: {text}"

    def remove(self, frame: Frame, expression: str) -> None:
        """Forget an expression, or all of the function's where it is ''."""
        texts = self._of(frame)
        if not expression:
            texts.clear()
        elif texts.pop(expression, None) is None:
            raise UserError(f"{expression} is not displayed here.")

    def lines(self, frame: Frame) -> list[str]:
        """All expressions of the function with the values last seen."""
        return [f"display {expression}: {text}" for expression, text in self._of(frame).items()]

    def changed(self, frame: Frame) -> list[str]:
        """The expressions that have another value than when last shown."""
        texts = self._of(frame)
        lines = []
        for expression, old in list(texts.items()):
            new = evaluated(frame, expression)
            if new != old:
                lines.append(f"display {expression}: {new}   [old: {old}]")
                texts[expression] = new
        return lines

    def _of(self, frame: Frame) -> dict[str, str]:
        return self._texts.setdefault(frame.framecode.code, {})


def evaluated(frame: Frame, expression: str) -> str:
    """The value of an expression as short text, or what it raised."""
    try:
        return short(value_of(frame, expression), _LIMIT)
    except UserError as error:
        return f"** {error}"


def _value_text(session: Session, expression: str) -> str:
    return f" = {evaluated(session.frame, expression)}"


def _unevaluated(session: Session, expression: str) -> str:
    del session, expression
    return ""
