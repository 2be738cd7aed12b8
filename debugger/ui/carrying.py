"""What the user has set up in a session, as plain data that another process can take over."""

from __future__ import annotations

import builtins
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from debugger.frames.errors import UserError
from debugger.frames.locations import LineLocation, Watched
from debugger.ui.settings import Settings
from debugger.ui.watchpoints import is_watchpoint

if TYPE_CHECKING:
    from debugger.frames.breakpoints import Breakpoint, Resolution
    from debugger.ui.session import Session

_KEPT = ("enabled", "ignore", "hits", "commands")


def carried(session: Session) -> dict[str, Any]:
    """What is kept when the program is run anew."""
    engine = session.engine
    return {
        "breakpoints": [
            _breakpoint(each) for each in engine.breakpoints if not is_watchpoint(each)
        ],
        "break_on": {kind: _names(types) for kind, types in engine.break_on.kinds.items()},
        "focus": [[rule.name, rule.is_in] for rule in engine.focus.rules],
        "aliases": session.aliases.texts,
        "watches": list(session.watches),
        "compiles": session.loops.is_on,
        "holds": session.threads.are_held,
        "settings": asdict(session.settings),
    }


def restore(session: Session, kept: dict[str, Any]) -> None:
    """Set up a session as another one was; what cannot be is told."""
    _restore_focus(session, kept["focus"])
    _restore_errors(session, kept["break_on"])
    session.aliases.texts.update(kept["aliases"])
    session.loops.is_on = kept["compiles"]
    session.threads.are_held = kept["holds"]
    session.settings = Settings(**kept["settings"])
    for expression in kept["watches"]:
        session.watches.add(expression)
    for each in kept["breakpoints"]:
        try:
            _restore_breakpoint(session, each)
        except UserError as error:
            session.write(f"Breakpoint {each['number']} is gone. {error}")


def _breakpoint(each: Breakpoint) -> dict[str, Any]:
    at = each.location
    assert not isinstance(at, Watched)
    where = [at.path, at.line] if isinstance(at, LineLocation) else [at.name]
    made = {"number": each.number, "condition": each.condition, "temporary": each.temporary}
    return {**made, "where": where, "kept": {name: getattr(each, name) for name in _KEPT}}


def _restore_breakpoint(session: Session, each: dict[str, Any]) -> None:
    breakpoints = session.engine.breakpoints
    made = _added(session, each).breakpoint
    breakpoints.renumber(made, each["number"])
    breakpoints.set_enabled(made.number, each["kept"]["enabled"])
    for name, value in each["kept"].items():
        setattr(made, name, value)


def _added(session: Session, each: dict[str, Any]) -> Resolution:
    breakpoints = session.engine.breakpoints
    options = {"condition": each["condition"], "temporary": each["temporary"]}
    if len(each["where"]) == 1:
        return breakpoints.add_function(each["where"][0], **options)
    return breakpoints.add_line(*each["where"], **options)


def _names(types: tuple[type[BaseException], ...]) -> list[str]:
    return [kind.__name__ for kind in types]


def _restore_errors(session: Session, kinds: dict[str, list[str]]) -> None:
    """Types of the program's own are not there yet."""
    session.engine.break_on.off()
    for kind, names in kinds.items():
        for name in names:
            found = getattr(builtins, name, None)
            if found is None:
                session.write(f"break_on {kind} {name} is gone: there is no {name} yet.")
            else:
                session.engine.break_on.on(kind, None if found is BaseException else found)


def _restore_focus(session: Session, rules: list[tuple[str, bool]]) -> None:
    focus = session.engine.focus
    for name, is_in in rules:
        (focus.add if is_in else focus.remove)(name)
