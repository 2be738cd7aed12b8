"""Breakpoints: what the user sees, and which statements hold them.

Matching goes both ways in one place, `Breakpoints`: a new breakpoint visits the code it may mean, a
new framecode the breakpoints that may mean it (`attach`).  The framecodes hold the result.  What
runs natively is told of it when the stop is over at which it was changed; at once if there is none,
or if other threads run on meanwhile.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from threading import RLock
from types import CodeType, FunctionType, MethodType
from typing import TYPE_CHECKING, Any

from debugger.frames import source
from debugger.frames.breakable import breakable
from debugger.frames.errors import UserError
from debugger.frames.evaluation import evaluate
from debugger.frames.functions import frame_of, functions, generators, genuine
from debugger.frames.handlers import is_by_handler
from debugger.frames.hosts import running_frames, threads
from debugger.frames.locations import FunctionLocation, LineLocation, Location, Watched
from debugger.frames.matching import Codes, Overview, Placed, is_near
from debugger.frames.records import Record
from debugger.frames.stops import Hit
from debugger.frames.texts import TEXTS
from debugger.frames.watching import Watching

if TYPE_CHECKING:
    from debugger.frames.engine import Engine
    from debugger.frames.frame import Frame
    from debugger.frames.framecode import FrameCode
    from debugger.frames.watchpoints import Watchpoint


class Breakpoint:
    """One breakpoint of the user: where, under which condition, and what became of it.

    `ignore`: how many more hits to pass over; `temporary`: gone after the first stop;
    `commands`: what the user interface does at a hit.
    """

    __slots__ = (
        "commands",
        "condition",
        "enabled",
        "hits",
        "ignore",
        "location",
        "number",
        "temporary",
    )

    def __init__(
        self,
        number: int,
        location: Location,
        condition: str | None = None,
        *,
        temporary: bool = False,
    ) -> None:
        self.number = number
        self.location = location
        self.condition = condition
        self.ignore = 0
        self.temporary = temporary
        self.enabled = True
        self.commands: list[str] = []
        self.hits = 0

    def hold(self, framecode: FrameCode) -> bool:
        """Make a framecode hold it; answers whether that is new."""
        places = self.location.places(framecode)
        new = [pc for pc in places if self not in framecode.breakpoints[pc]]
        for pc in new:
            framecode.set_breakpoints(pc, (*framecode.breakpoints[pc], self))
        return bool(new)

    def release(self, framecode: FrameCode) -> bool:
        """Make a framecode let go of it; answers whether it held it."""
        return released(framecode, self.location.places(framecode), {self})

    def is_held_by(self, framecode: FrameCode) -> bool:
        """Whether a framecode holds it."""
        return any(self in framecode.breakpoints[pc] for pc in self.location.places(framecode))


def released(
    framecode: FrameCode, places: Iterable[int], breakpoints: Collection[Breakpoint]
) -> bool:
    """Make a framecode let go of breakpoints at some places; answers whether it held any."""
    holding = [
        pc for pc in places if any(each in breakpoints for each in framecode.breakpoints[pc])
    ]
    for pc in holding:
        held = framecode.breakpoints[pc]
        framecode.set_breakpoints(pc, tuple(b for b in held if b not in breakpoints))
    return bool(holding)


class Place(Record):
    """A statement that holds a breakpoint."""

    filename: str
    line: int
    name: str


class Resolution(Record):
    """What became of a request: `moved_from` is the line asked for, if it had no code.

    `pending`: the code was not seen yet.
    """

    breakpoint: Breakpoint
    places: tuple[Place, ...]
    moved_from: int | None
    pending: bool


class Breakpoints:
    """All breakpoints of an engine, by number; watchpoints are some of them.

    A thread that arrives at one that another thread is about to set or to remove waits for that.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._lock = RLock()
        self._by_number: dict[int, Breakpoint] = {}
        self._last = 0
        self._placed = Placed()
        self._codes = Codes()
        self._changed: dict[int, FrameCode] = {}
        self._overview = Overview()
        self.watching = Watching()

    def __iter__(self) -> Iterator[Breakpoint]:
        return iter(list(self._by_number.values()))

    def __len__(self) -> int:
        return len(self._by_number)

    # ------------------------------------------------------------------ setting

    def add_line(
        self, path: str, line: int, *, condition: str | None = None, temporary: bool = False
    ) -> Resolution:
        """Break at a line, or the next below it that has code.

        Raises UserError if there is no such line, if the file is not in focus, or if the condition
        is not an expression.
        """
        full = source.canonical(path)
        self._check_focus(full)
        check_condition(condition)
        names = breakable(full)
        found = line if line in names else next((n for n in names if n > line), None)
        if line < 1 or found is None:
            raise UserError(no_code(full, names))
        made = self._add(LineLocation(full, found), condition, temporary=temporary)
        places = tuple(Place(full, found, name) for name in names[found])
        return Resolution(made, places, None if found == line else line, pending=False)

    def add_function(
        self, function: object, *, condition: str | None = None, temporary: bool = False
    ) -> Resolution:
        """Break at the first statement of a function, given itself or by its dotted name.

        A name that no code in focus has yet stays pending.  Raises UserError for what is not
        a function in focus.
        """
        check_condition(condition)
        if isinstance(function, str):
            location = FunctionLocation(function)
        else:
            location = FunctionLocation(*self._function(function))
        made = self._add(location, condition, temporary=temporary)
        places = self.places(made)
        if location.code is not None and not places:
            self._engine.framecode(location.code)
            places = self.places(made)
        return Resolution(made, places, None, pending=not places)

    def add_watch(self, location: Watched, *, condition: str | None = None) -> Watchpoint:
        """Stop where something changes; raises UserError if the condition is no expression."""
        from debugger.frames.watchpoints import Watchpoint

        check_condition(condition)
        with self._lock:
            self._last += 1
            made = Watchpoint(self._last, location, condition)
            self.watching.add(made)
            self._place(made)
            return made

    def meant_in(self, code: CodeType) -> list[CodeType]:
        """The code in some code, which is included, that breakpoints may mean."""
        inside = source.nested(code) if self._by_number else ()
        return [each for each in inside if self._placed.meaning(each)]

    def _function(self, function: Any) -> tuple[str, CodeType]:
        while not isinstance(function, FunctionType):
            inner = _inner(function)
            if inner is None:
                name = getattr(function, "__qualname__", None) or type(function).__name__
                raise UserError(f"Cannot stop in {name}: it is not written in Python.")
            function = inner
        code = self._engine.entries.original(function.__code__)
        if not self._engine.focus.contains(code):
            raise UserError(not_in_focus(function.__qualname__, function.__module__))
        return function.__qualname__.replace("<locals>.", ""), code

    def _check_focus(self, path: str) -> None:
        if not self._engine.focus.contains_file(path):
            raise UserError(not_in_focus(source.short(path), source.module_name(path)))

    def _add(
        self,
        location: Location,
        condition: str | None,
        *,
        temporary: bool,
    ) -> Breakpoint:
        with self._lock:
            self._last += 1
            made = Breakpoint(self._last, location, condition, temporary=temporary)
            self._place(made)
            if isinstance(made.location, LineLocation) and not self.places(made):
                self._look_at_functions([made.location])
            return made

    def _place(self, made: Breakpoint) -> None:
        """There is a new breakpoint: whatever it means holds it."""
        self._by_number[made.number] = made
        self._placed.add(made)
        for code in self._meant(made.location):
            self._engine.framecode(code)
        for framecode in self._framecodes(made.location):
            self._hold(framecode, made)

    def _meant(self, location: Location) -> list[CodeType]:
        """The code seen so far that a location may mean."""
        with self._lock:
            for unseen in self._engine.entries.unseen():
                self._codes.see(unseen)
            passing = [each.code for each in self._engine.passing_framecodes()]
            inside = (each for code in passing for each in source.nested(code) if each is not code)
            found = [each for each in inside if location.may_mean(each)]
            return [*self._codes.meant(location), *found]

    def _framecodes(self, location: Location) -> list[FrameCode]:
        """The framecodes that a location may mean."""
        met = map(self._engine.met, self._meant(location))
        passing = self._engine.passing_framecodes()
        found = [each for each in passing if location.may_mean(each.code)]
        return [*(each for each in met if each is not None), *found]

    def _look_at_functions(self, locations: Sequence[Location]) -> None:
        """Make the framecodes of functions that the engine did not see being defined."""
        focus = self._engine.focus
        new = [each for each in locations if not self._overview.has_looked_for(each)]
        if not new:
            return
        if self._engine.is_at_stop:
            self._overview.looked_for(new)
        codes = functions(
            lambda path: focus.contains_file(path) and any(at.may_lie_in(path) for at in new)
        )
        originals = map(self._engine.entries.original, codes)
        for code in genuine(code for code in originals if is_near(code, new)):
            self._codes.see(code)
        for location in new:
            for code in self._codes.meant(location):
                self._engine.framecode(code)

    def refocus(self) -> None:
        """Let go of the code that went out of focus, and hold what came in."""
        for framecode in self._engine.framecodes():
            if not self._engine.focus.contains(framecode.code):
                self._release_all(framecode)
            else:
                self.attach(framecode)
        unseen = [each.location for each in self if not self.places(each)]
        if unseen:
            self._look_at_functions(unseen)

    def _release_all(self, framecode: FrameCode) -> None:
        watched = framecode.watched.watchpoints
        if watched:
            framecode.set_watchpoints(())
        if released(framecode, range(len(framecode.breakpoints)), set(self)) or watched:
            self._tell(framecode)

    def attach(self, framecode: FrameCode) -> None:
        """A new framecode: it and the functions in it take on the breakpoints that mean them."""
        code = framecode.code
        if self._engine.met(code) is framecode:
            self._codes.see(code)
        for breakpoint in self._placed.meaning(code):
            self._hold(framecode, breakpoint)
        if code.co_name == "<module>":
            for inner in self.meant_in(code):
                if inner is not code:
                    self._engine.framecode(inner)

    def _hold(self, framecode: FrameCode, breakpoint: Breakpoint) -> None:
        if not breakpoint.enabled or not self._engine.focus.contains(framecode.code):
            return
        if breakpoint.hold(framecode):
            self._tell(framecode)

    def _let_go(self, breakpoint: Breakpoint) -> None:
        for framecode in self._framecodes(breakpoint.location):
            if breakpoint.release(framecode):
                self._tell(framecode)

    def _tell(self, framecode: FrameCode) -> None:
        """Tell what runs natively that the breakpoints of some code are others."""
        with self._lock:
            self._changed[id(framecode)] = framecode
        if not self._engine.is_at_stop or len(threads()) > 1:
            self.settle()

    def ran(self) -> None:
        """Something of the program may have run."""
        self._overview = Overview()
        if not self._engine.is_at_stop:
            self.settle()

    def settle(self) -> None:
        """Tell what runs natively of all that was changed."""
        if not self._changed:
            return
        with self._lock:
            changed, self._changed = self._changed, {}
            self._engine.entries.update(*changed.values())

    # ------------------------------------------------------------------ changing

    def get(self, number: int) -> Breakpoint:
        """The breakpoint of that number; raises UserError if there is none."""
        try:
            return self._by_number[number]
        except KeyError:
            raise UserError(f"There is no breakpoint {number}.") from None

    def remove(self, number: int) -> None:
        """Remove a breakpoint; raises UserError if there is none of that number."""
        with self._lock:
            removed = self.get(number)
            self._let_go(removed)
            self._placed.remove(removed)
            self.watching.remove(removed)
            del self._by_number[number]

    def renumber(self, breakpoint: Breakpoint, number: int) -> None:
        """Give a breakpoint the number it had before; new ones get higher numbers."""
        with self._lock:
            del self._by_number[breakpoint.number]
            breakpoint.number = number
            self._by_number[number] = breakpoint
            self._last = max(self._by_number)

    def set_enabled(self, number: int, enabled: bool) -> None:  # noqa: FBT001
        """Switch a breakpoint on or off."""
        with self._lock:
            breakpoint = self.get(number)
            if breakpoint.enabled == enabled:
                return
            self._let_go(breakpoint)
            breakpoint.enabled = enabled
            self.watching.heed()
            for framecode in self._framecodes(breakpoint.location):
                self._hold(framecode, breakpoint)

    def set_condition(self, number: int, condition: str | None) -> None:
        """Give a breakpoint a condition, or none; raises UserError if it is not an expression."""
        check_condition(condition)
        with self._lock:
            breakpoint = self.get(number)
            breakpoint.condition = condition
            for framecode in self._holding(breakpoint):
                framecode.version += 1
                self._tell(framecode)

    def _holding(self, breakpoint: Breakpoint) -> Iterator[FrameCode]:
        """The framecodes that hold a breakpoint."""
        for framecode in self._framecodes(breakpoint.location):
            if breakpoint.is_held_by(framecode):
                yield framecode

    def places(self, breakpoint: Breakpoint) -> tuple[Place, ...]:
        """The statements, of the code seen so far, that a breakpoint means."""
        return tuple(
            Place(
                framecode.code.co_filename,
                framecode.positions[pc].line or 0,
                framecode.code.co_qualname,
            )
            for framecode in self._framecodes(breakpoint.location)
            for pc in breakpoint.location.places(framecode)
        )

    def is_out_of_reach(self, breakpoint: Breakpoint) -> bool:
        """Whether functions that a breakpoint means are under way natively, and will not stop.

        C has called them when nothing was to be stopped at; they do from the next call on.
        """
        codes = {id(framecode.code) for framecode in self._holding(breakpoint)}
        return bool(codes) and not codes.isdisjoint(self._under_way())

    def _under_way(self) -> set[int]:
        """The code that real frames are in, by id."""
        if self._overview.under_way is not None:
            return self._overview.under_way
        running = {id(host.f_code) for host in running_frames()}
        suspended = map(frame_of, generators(lambda _: True))
        found = running | {id(host.f_code) for host in suspended if host is not None}
        if self._engine.is_at_stop:
            self._overview.under_way = found
        return found

    def is_out_of_focus(self, breakpoint: Breakpoint) -> bool:
        """Whether a breakpoint does not stop because all it means is out of focus."""
        files = {place.filename for place in self.places(breakpoint)}
        if isinstance(breakpoint.location, LineLocation):
            files.add(breakpoint.location.path)
        return bool(files) and not any(map(self._engine.focus.contains_file, files))

    # ------------------------------------------------------------------ hitting

    def hit(self, frame: Frame) -> Hit | None:
        """What stops at the current statement, counting it; None if nothing does.

        That are breakpoints there, and watchpoints of what was changed on the way to it.
        """
        hits, errors = [], []
        changes = self.watching.changes(frame)
        reached = frame.framecode.breakpoints[frame.pc] if frame.on_new_line() else ()
        for breakpoint in (*reached, *(change.watchpoint for change in changes)):
            try:
                holds = breakpoint.condition is None or evaluate(frame, breakpoint.condition)
                holds = bool(holds)
            except Exception as error:
                if is_by_handler(error):
                    raise  # in the program, at this statement
                errors.append((breakpoint, error))
                holds = True
            if holds and self._counts(breakpoint):
                hits.append(breakpoint)
        hits = self._still_there(hits)
        told = tuple(change for change in changes if change.watchpoint in hits)
        return Hit(tuple(hits), tuple(errors), told) if hits else None

    def _still_there(self, hits: Sequence[Breakpoint]) -> list[Breakpoint]:
        """Those that no other thread has removed meanwhile; the temporary ones are, now."""
        with self._lock:
            found = [each for each in hits if self._by_number.get(each.number) is each]
            for breakpoint in found:
                if breakpoint.temporary:
                    self.remove(breakpoint.number)
            return found

    @staticmethod
    def _counts(breakpoint: Breakpoint) -> bool:
        breakpoint.hits += 1
        if breakpoint.ignore > 0:
            breakpoint.ignore -= 1
            return False
        return True


def _inner(function: Any) -> Any:
    """What a method, partial, wrapper or class comes down to, or None."""
    if isinstance(function, MethodType):
        return function.__func__
    if isinstance(function, type):
        made = getattr(function, "__init__", None)
        return made if isinstance(made, FunctionType) else None
    for name in ("__wrapped__", "func", "fget", "__func__"):
        inner = getattr(function, name, None)
        if inner is not None:
            return inner
    return None


def check_condition(condition: str | None) -> None:
    """Raises UserError if a condition is not an expression."""
    if condition is None:
        return
    try:
        compile(condition.strip(), "<condition>", "eval")
    except SyntaxError as error:
        raise UserError(f"The condition {condition!r} is not an expression: {error.msg}.") from None


def no_code(path: str, names: Mapping[int, Sequence[str]]) -> str:
    """Why a line cannot hold a breakpoint."""
    total = len(TEXTS.of_file(path).lines)
    text = f"{source.short(path)} has {total:,} line{'s' * (total != 1)}"
    if not names:
        return f"{text}, none of which can hold a breakpoint."
    return f"{text}. The last line that can hold a breakpoint is {max(names)}."


def not_in_focus(name: str, module: str | None) -> str:
    """Why a place is never reached, and what to do."""
    package = (module or name).split(".")[0]
    return f"{name} runs natively and would never stop: it is not in focus (focus add {package})."
