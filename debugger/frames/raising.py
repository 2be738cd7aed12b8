"""Break on errors: what was asked for, and the watch over every raise."""

from __future__ import annotations

from typing import TYPE_CHECKING

from debugger.frames.errors import UserError

if TYPE_CHECKING:
    from debugger.frames.engine import Engine
    from debugger.frames.frame import Frame

Types = tuple[type[BaseException], ...]
KINDS = ("error", "throw", "user")


class BreakOn:
    """Which raises stop: kind -> the exception types it is for.

    'error': nothing will catch it; 'throw': every raise; 'user': it escapes from code in focus.
    """

    def __init__(self) -> None:
        self.kinds: dict[str, Types] = {}

    def on(self, kind: str, error: type[BaseException] | None = None) -> None:
        """Stop at such raises; without a type, at all of them."""
        known = self.kinds.get(self._checked(kind), ())
        self.kinds[kind] = (BaseException,) if error is None else (*known, error)

    def off(self, kind: str | None = None) -> None:
        """No longer stop at such raises; without a kind, at none at all."""
        if kind is None:
            self.kinds.clear()
        else:
            self.kinds.pop(self._checked(kind), None)

    def wants(self, kind: str, error: BaseException) -> bool:
        """Whether a raise of `error` stops, if it is one of that kind."""
        return isinstance(error, self.kinds.get(kind, ()))

    @staticmethod
    def _checked(kind: str) -> str:
        if kind not in KINDS:
            raise UserError(f"Break on 'error', 'throw' or 'user', not on {kind!r}.")
        return kind


class RaiseWatch:
    """Sees every error that arrives in an interpreted frame."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    def saw(self, frame: Frame, error: BaseException) -> None:
        """An error is about to unwind from the current statement of `frame`."""
