"""What can be configured: by the name of a key, what it is now, and how it is set.

To add a key: a row of `KEYS`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from debugger.frames.errors import UserError
from debugger.frames.raising import KINDS
from debugger.frames.recording.recorder import NotRecording, Recording
from debugger.ui.names import suggestion
from debugger.ui.parse import number
from debugger.ui.settings import AFTER, BEFORE, LABELS
from debugger.ui.sizes import bytes_in, size

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from debugger.ui.configuration import Choice
    from debugger.ui.session import Session


@dataclass(frozen=True, slots=True)
class Key:
    """Something that can be configured.

    `now`: what it is in a session, as it would be typed; `put` sets it, and raises UserError where
    that makes no sense; `meaning`: what it decides, and what it may be.
    """

    name: str
    meaning: str
    now: Callable[[Session], str]
    put: Callable[[Session, str], None]


def key_of(name: str) -> Key:
    """The key with this name; raises UserError if there is none."""
    found = KEYS.get(name)
    if found is None:
        raise UserError(f"There is nothing called '{name}' to configure.{suggestion(name, KEYS)}")
    return found


def put_all(session: Session, chosen: Iterable[Choice]) -> None:
    """Set what was chosen, in this order; raises UserError that says where it stands."""
    for choice in chosen:
        try:
            key_of(choice.key).put(session, choice.value)
        except UserError as error:
            raise UserError(f"{choice.origin}: {error}") from None
        session.configured[choice.key] = choice.origin


def _one_of(word: str, words: Iterable[str]) -> str:
    if word not in words:
        raise UserError(f"'{word}' is none of {', '.join(words)}.")
    return word


def _is_on(word: str) -> bool:
    return _one_of(word, ("on", "off")) == "on"


def _recording(session: Session) -> str:
    recorder = session.engine.recorder
    return size(recorder.limit) if isinstance(recorder, Recording) else "off"


def _record(session: Session, word: str) -> None:
    made = {"off": NotRecording, "on": Recording}.get(word)
    session.engine.record(Recording(bytes_in(word)) if made is None else made())


def _focus(session: Session) -> str:
    import shlex

    rules = session.engine.focus.rules
    return shlex.join([rule.name if rule.is_in else f"-{rule.name}" for rule in rules])


def _refocus(session: Session, words: str) -> None:
    import shlex

    focus = session.engine.focus
    for word in shlex.split(words):
        say = focus.remove if word.startswith("-") else focus.add
        say(word.removeprefix("-"))
    session.engine.refocus()


def _break_on(session: Session) -> str:
    return " ".join(session.engine.break_on.kinds) or "off"


def _put_break_on(session: Session, words: str) -> None:
    chosen = [] if words == "off" else [_one_of(word, KINDS) for word in words.split()]
    session.engine.break_on.off()
    for kind in chosen:
        session.engine.break_on.on(kind)


def _compiled(session: Session) -> str:
    return "on" if session.loops.is_on else "off"


def _put_compiled(session: Session, word: str) -> None:
    session.loops.is_on = _is_on(word)


def _threads(session: Session) -> str:
    return "hold" if session.threads.are_held else "run"


def _put_threads(session: Session, word: str) -> None:
    session.threads.are_held = _one_of(word, ("hold", "run")) == "hold"


def _lines(session: Session) -> str:
    return str(session.settings.widen(0))


def _put_lines(session: Session, word: str) -> None:
    wanted = number(word, "number of lines")
    session.settings.more = 0
    session.settings.widen((wanted - BEFORE - AFTER) // 2)


def _types(session: Session) -> str:
    return session.settings.types


def _put_types(session: Session, word: str) -> None:
    session.settings.types = _one_of(word, LABELS)


KEYS = {
    key.name: key
    for key in (
        Key("break_on", "errors that stop: error, throw, user, or off", _break_on, _put_break_on),
        Key(
            "compiled",
            "whether hot loops run as machine code: on or off",
            _compiled,
            _put_compiled,
        ),
        Key("focus", "modules to stop in, too, or not to (-name)", _focus, _refocus),
        Key("lines", "lines of source that a stop shows", _lines, _put_lines),
        Key("recording", "what going back may use: a size, on, or off", _recording, _record),
        Key("threads", "the others while one is stopped: hold or run", _threads, _put_threads),
        Key(
            "types",
            f"types beside variables: {', '.join(LABELS)}",
            _types,
            _put_types,
        ),
    )
}
