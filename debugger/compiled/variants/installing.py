"""Which code runs as a variant: the entries of an engine whose frames run compiled.

All code of a program that was taken in (`taken`) is replaced by variants that exit at the
breakpoints held, and hold the variants of the functions nested in it.  When breakpoints change, the
variants of their code and of all code around it are made anew, and functions get the new ones.
Frames that run an older variant are *stale*: they are armed for the lines with breakpoints.  Where
the functions that a frame makes would be stale it is *outdated*: it leaves, and stays interpreted.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from itertools import chain
from operator import itemgetter
from threading import get_ident
from types import CodeType, FrameType, FunctionType, MappingProxyType
from typing import TYPE_CHECKING
from weakref import WeakSet

from debugger.compiled.tiered import TieredInterpreter
from debugger.compiled.variants.arming import Arming, anywhere, only_in
from debugger.compiled.variants.cache import Cache
from debugger.compiled.variants.caught import Caught, was_told
from debugger.compiled.variants.failing import Hook, Wanted
from debugger.compiled.variants.known import layout_of
from debugger.compiled.variants.leaving import Leave, Predicate, aside
from debugger.compiled.variants.passing import Passing, Recent, given_code, is_text
from debugger.compiled.variants.sources import RUNNER, interpreted_calls, names_called
from debugger.compiled.variants.stored import Stored, loops, stored
from debugger.frames import source
from debugger.frames.entries import Change, Entries, Native, Places
from debugger.frames.errors import ProgramQuit
from debugger.frames.events import LEFT, RAISED, RETURN
from debugger.frames.focus import Focus
from debugger.frames.framecode import FrameCode
from debugger.frames.functions import (
    files,
    frame_of,
    functions,
    generators,
    genuine,
    outermost,
    swap,
)
from debugger.frames.guise import constants_of, names_of, raw
from debugger.frames.headroom import HEADROOM, depth_of_module
from debugger.frames.hosts import outward, real_frame, running_in, threads
from debugger.frames.interpreter import Outcome
from debugger.frames.tracebacks import without_ours
from debugger.frames.viewing import viewed
from debugger.frames.with_names import with_builtins

if TYPE_CHECKING:
    from debugger.compiled.variants.counting import Turns
    from debugger.compiled.variants.layout import Layout
    from debugger.frames.breakpoints import Breakpoint
    from debugger.frames.engine import Engine
    from debugger.frames.frame import Frame
    from debugger.frames.functions import Resumable

Exits = Mapping[int, tuple[str, ...]]
NO_EXITS: Exits = MappingProxyType({})


class CompiledEntries(Entries):
    """Variants instead of stubs, for the code that was taken in.

    `stubs` has the newest variant of a code object, `_around` the code that each is nested in;
    where a breakpoint is at no point, all of the code is interpreted (`_slow`).  While it is not
    `is_on`, all is; `refocus` heeds that.  `_awaited` is the module that is to run, until it begins
    or makes a function: before, no variants are made of it.  `turns` has what the loops of a code
    object are counted with, or were.
    """

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine)
        self._wanted = Wanted()
        is_settled = Caught(self._engine, self.variants).is_settled
        hook = Hook(self.fail_natively, is_settled, self._wanted, [])
        self.leave = Leave(self._engine, self.leaving, hook)
        self._arming = Arming()
        self.is_on = True
        self._is_stale = False
        self._generators: WeakSet[Resumable] = WeakSet()
        self._awaited: CodeType | None = None
        self._around: dict[int, CodeType | None] = {}
        self._exits: dict[int, Exits] = {}
        self._slow: dict[int, None] = {}
        self._passing = Passing()
        self._recent = Recent()
        self._outdated: dict[int, Layout | None] = {}
        is_program = Focus().contains_file
        self._before = {file for file in files(sys.modules).values() if not is_program(file)}
        self.turns: dict[int, list[Turns]] = {}

    @cached_property
    def _cache(self) -> Cache:
        return Cache(counts=isinstance(self._engine.interpreter(), TieredInterpreter))

    # ------------------------------------------------------------------ what runs natively

    def interprets(self, code: CodeType) -> bool:
        """What is not taken is; the rest, while a stepping command may stop in it."""
        is_taken = id(code) in self._around or id(code) in self.variants
        return not (is_taken and self.is_on) or self.steps_in()

    def steps_in(self) -> bool:
        """Whether this thread is to stop in what is called, as for a stepping command."""
        plan = self._engine.interpreter().plan
        return self._engine.pausing is not None or (plan is not None and plan.enters_calls())

    def steps(self) -> bool:
        """Whether this thread is to stop in what runs natively, as for a stepping command."""
        plan = self._engine.interpreter().plan
        return self._engine.pausing is not None or (plan is not None and plan.awaits_native())

    def native(self, code: CodeType) -> CodeType | None:
        """The variant of a module's code, unless a stepping command may stop in it."""
        return self.taken(code) if self.is_on and not self.steps_in() else None

    def run(self, frame: Frame) -> Outcome:
        """Run the outermost frame: a module's natively, once the user lets it go on."""
        if frame.namespace is None:
            return super().run(frame)
        self._awaited = frame.framecode.code
        self._know(self._awaited, None)
        frame.leaving = self.may_begin
        outcome = super().run(frame)
        return self.begin_natively(frame) if outcome.event == LEFT else outcome

    def stub(self, code: CodeType) -> CodeType | None:
        self._begin()
        return self.stubs.get(id(code))

    def _begin(self) -> None:
        """Take in what is awaited."""
        if self._awaited is not None:
            self.taken(self._awaited)

    def may_begin(self, frame: Frame) -> bool:
        """Whether a frame is at its start, and runs natively from there."""
        return self.is_on and is_at_start(frame)

    def begin_natively(self, frame: Frame) -> Outcome:
        """Run a module natively whose frame is at its start."""
        sys.setrecursionlimit(frame.interpreter.limit)
        HEADROOM.make(depth_of_module())
        self.leave.begun = frame.framecode if frame.framecode.breakpoints[frame.pc] else None
        self.has_begun = True
        try:
            exec(self.taken(frame.framecode.code), with_builtins(frame.globals), frame.namespace)
        except ProgramQuit:
            raise
        except BaseException as error:
            error.__traceback__ = without_ours(error.__traceback__)
            return Outcome(RAISED, error)
        finally:
            self.has_begun = False
        return Outcome(RETURN, None)

    # ------------------------------------------------------------------ frames that run

    def arm(self) -> None:
        """Frames of this thread that run variants leave for the plan, or where they are stale."""
        thread = get_ident()
        self._arm_stale(outward(real_frame()), thread)
        if self.steps():
            self._arming.arm(outward(real_frame()), only_in(thread), thread)
            if self.steps_in():
                self._arming.arm_calls()

    def _arm_stale(self, frames: Iterable[FrameType], thread: int | None) -> None:
        """Frames that are outdated leave, and others that are stale at breakpoints.

        `thread` is the one that runs them, None if any may.
        """
        if not self._is_stale:
            return
        stale = [frame for frame in frames if self.is_stale(frame)]
        self._arming.arm_each(filter(self.may_hit, stale), self.leaves_at, thread)
        outdated = (frame for frame in stale if self.is_outdated(layout_of(frame.f_code)))
        self._arming.arm_each(outdated, anywhere, thread)

    def disarm(self) -> None:
        self._arming.disarm(get_ident())

    def hold(self) -> None:
        own = get_ident()
        self._arming.hold()
        for thread in threads():
            if thread != own:
                self._arming.arm_held(running_in(thread), thread)

    def let_go(self) -> None:
        self._arming.let_go()

    @contextmanager
    def entered(self, functions: Sequence[FunctionType]) -> Iterator[None]:
        """While this lasts, whatever runs a variant leaves if it is called from C, too."""
        others = [each for each in functions if id(each.__code__) not in self.variants]
        with super().entered(others), self._arming.calls():
            yield

    def heed_errors(self) -> None:
        are_wanted = self._is_active and bool(self._engine.break_on.kinds)
        self._wanted[:] = [True] * are_wanted

    def replace(self, newest: Mapping[int, CodeType]) -> None:
        super().replace(newest)
        if not self._is_stale:
            return
        self._arming.rest(self._generator_frames())
        self._generators = WeakSet(generators(self.is_stale))
        for thread in threads():
            self._arm_stale(running_in(thread), thread)
        self._arm_stale(self._generator_frames(), None)

    def _generator_frames(self) -> list[FrameType]:
        """The frames of the generators that were suspended when breakpoints changed last."""
        return [frame for frame in map(frame_of, list(self._generators)) if frame is not None]

    def may_hit(self, host: FrameType) -> bool:
        """Whether a real frame that runs a variant may have to leave, as its code is now."""
        layout = layout_of(host.f_code)
        if layout is None:
            return False
        framecode = self._engine.framecode(layout.code)
        return bool(framecode.watched.exits) or any(framecode.breakpoints)

    def fail_natively(self, layout: Layout, host: FrameType, error: BaseException) -> None:
        """An error has arrived in a frame that runs natively."""
        engine = self.leave.engine
        if engine is None or not engine.may_stop() or was_told(error, self.variants):
            return
        interpreter = engine.interpreter()
        entry = error.__traceback__
        is_own = entry is not None and entry.tb_frame is host
        offset = raw(entry, "tb_lasti") if entry is not None and is_own else raw(host, "f_lasti")
        _, ordinal = self.place(host.f_code, offset)
        frame = viewed(host, engine.framecode(layout.code), ordinal, interpreter)
        frame.caller, frame.is_root = interpreter.leaf, True
        engine.raises.saw(frame, error)
        if interpreter.plan is not None:
            interpreter.plan.unwound(frame)

    def is_stale(self, host: FrameType) -> bool:
        """Whether a real frame runs a variant that is not the newest of its code."""
        native = self.variants.get(id(host.f_code))
        return native is not None and self.stubs.get(id(native.original)) is not host.f_code

    def is_outdated(self, layout: Layout | None) -> bool:
        """Whether a variant makes functions that are stale."""
        return id(layout) in self._outdated

    def leaves_at(self, code: CodeType, pc: int) -> bool:
        """Whether a frame leaves before a statement of the user's code."""
        framecode = self._engine.framecode(code)
        return bool(framecode.breakpoints[pc]) or pc in framecode.watched.exits

    # ------------------------------------------------------------------ what `exec` runs

    def to_run(self, given: object, flags: int) -> object:
        """The variant, unless it is none of ours: then what was given."""
        if not self.is_on or not self._is_active:
            return given
        code = given_code(given, flags)
        if code is None or code.co_freevars or layout_of(code) or not self._engine.imports(code):
            return given
        if not is_text(code):
            return self.taken(code)
        has_breakpoints = self._engine.breakpoints.meant_in(code)
        return self._pass(code) if has_breakpoints else self._recent.made_for(code, self._pass)

    def _pass(self, code: CodeType) -> CodeType:
        """The variant of code that passes, as breakpoints are now."""
        codes = list(source.nested(code))
        self._passing.add(codes, self._slow)
        made: dict[int, CodeType] = {}
        with aside():
            for each in reversed(codes):
                framecode = self._engine.framecode(each)
                made[id(each)] = self._made(framecode, self.exits(framecode), made, ())
        return made[id(code)]

    def passes(self, code: CodeType) -> bool:
        return code in self._passing

    def know(self, code: CodeType, places: Places) -> None:
        super().know(code, places)
        if places.code in self._passing:
            self.variants[id(code)] = Native(None, places.code, places)
            self._passing.add_variant(code, places.code, self.variants)

    # ------------------------------------------------------------------ variants

    def taken(self, code: CodeType) -> CodeType:
        """The variant to run in place of a module's code."""
        if code is self._awaited:
            self._awaited = None
        if id(code) not in self.stubs:
            self._take(code, None)
        return self.stubs[id(code)]

    @contextmanager
    def active(self) -> Iterator[None]:
        if self._is_active:
            yield
            return
        self.leave.engine = self._engine
        for turns in chain.from_iterable(self.turns.values()):
            turns.begin()
        try:
            with super().active():
                self.heed_errors()
                if self._engine.focus.rules:
                    self.replace(self._take_functions(self._before.__contains__))
                yield
        finally:
            self.heed_errors()
            self._give_back()

    def _give_back(self) -> None:
        """Give all functions of the program their own code again."""
        self._arming.end(self._generator_frames())
        self.leave.detach()
        for turns in chain.from_iterable(self.turns.values()):
            turns.rest()
        swap({key: native.original for key, native in self.variants.items()})

    def _take(self, code: CodeType, around: CodeType | None) -> None:
        codes = self._know(code, around)
        meant = {id(each) for each in self._engine.breakpoints.meant_in(code)}
        with aside(), self._cache.kept(code, len(codes)) as kept:
            for number, each in reversed([*enumerate(codes)]):
                kept[number] = self._take_one(each, kept[number], is_meant=id(each) in meant)

    def _take_one(self, code: CodeType, kept: Stored | None, *, is_meant: bool) -> Stored | None:
        """Make or restore the newest variant of some code; returns what to keep of it."""
        is_looked_at = is_meant or names_called(code)
        framecode = self._engine.framecode(code) if is_looked_at else self._engine.met(code)
        turns = self.turns.get(id(code))
        is_changed = turns is not None and any(each.is_over for each in turns)
        exits = framecode is not None and self.exits(framecode)
        if is_changed or exits or RUNNER in names_of(code):
            self._make(self._engine.framecode(code))
            return kept
        found = self._kept(framecode or FrameCode(code)) if kept is None else kept
        self._restore(code, found)
        return found

    def _kept(self, framecode: FrameCode) -> Stored:
        """What to keep of the variant of some code without exits."""
        counted = self._counted(framecode)
        return stored(self.leave.plain(framecode, counted), counted)

    def _restore(self, code: CodeType, kept: Stored) -> None:
        """Restore the newest variant of some code without exits, whose nested code has its own."""
        counts = loops(kept) if id(code) not in self.turns else ()
        if counts:
            interpreter = self._engine.interpreter()
            assert isinstance(interpreter, TieredInterpreter)
            self.turns[id(code)] = [interpreter.counted(*loop) for loop in counts]
        counted = self.turns.get(id(code), ())
        self.stubs[id(code)] = self.leave.restored(kept, code, self.stubs, counted).code
        self._exits[id(code)] = NO_EXITS

    def _know(self, code: CodeType, around: CodeType | None) -> list[CodeType]:
        """All code in some code, which comes first, and each before what is nested in it.

        Breakpoints that code takes on before it has a variant are for that variant to see.
        """
        self._around[id(code)] = around
        found = [code]
        for each in found:
            for inner in nested(each):
                self._around[id(inner)] = each
                found.append(inner)
        return found

    def interpret_all(self) -> None:
        self.is_on = False
        self._engine.refocus()

    def refocus(self) -> None:
        """Functions out of focus get their own code again, and those that came in variants.

        Frames that run go on as they are, unless they make functions.
        """
        if not self._is_active:
            return
        self._begin()
        for code in self._taken():
            if not self._takes(code.co_filename) and id(code) in self._around:
                self._forget(code)
        came = self._take_functions(self._takes)
        self._is_stale = True
        self.replace(came | {key: self._newest(native) for key, native in self.variants.items()})
        self.update(*self._engine.framecodes())

    def _takes(self, path: str) -> bool:
        return self.is_on and self._engine.focus.contains_file(path)

    def _newest(self, native: Native) -> CodeType:
        """What functions that have a variant shall have."""
        return self.stubs.get(id(native.original), native.original)

    def _take_functions(self, is_meant: Callable[[str], bool]) -> dict[int, CodeType]:
        """Take in the functions in focus of files of which nothing was; what is new for their code.

        Of the files that are meant.  They may have a stub.  Libraries imported before us, which we
        may use, too, are left alone unless the user has named them.
        """
        names = self._engine.focus.names
        others = {file for file in self._before if not names(file)}
        known = {code.co_filename for code in self._taken()} | others
        codes = functions(lambda path: self._takes(path) and is_meant(path) and path not in known)
        came: dict[int, CodeType] = {}
        for code in outermost(self.of_program(map(self.original, codes))):
            before = {id(each): self.stubs.get(id(each), each) for each in source.nested(code)}
            self._take(code, None)
            came |= {id(old): self.stubs[each] for each, old in before.items()}
        return came

    def of_program(self, codes: Iterable[CodeType]) -> list[CodeType]:
        """Those that are the program's: we make code in its name, too."""
        return genuine(codes)

    def unseen(self) -> list[CodeType]:
        return [code for code in self._taken() if self._around[id(code)] is None]

    def _taken(self) -> list[CodeType]:
        natives = self.variants.values()
        return [each.original for each in natives if id(each.original) in self._around]

    def _forget(self, code: CodeType) -> None:
        """Code that was taken in is so no more."""
        layout = layout_of(self.stubs[id(code)])
        if any(nested(code)):
            self._outdated[id(layout)] = layout
        for known in (self._around, self._exits, self.stubs):
            known.pop(id(code), None)
        self._slow.pop(id(code), None)

    def _make(self, framecode: FrameCode) -> None:
        """Make the newest variant of a code object whose nested code has its newest."""
        exits = self._exits[id(framecode.code)] = self.exits(framecode)
        counted = self._counted(framecode)
        self.stubs[id(framecode.code)] = self._made(framecode, exits, self.stubs, counted)

    def _made(
        self,
        framecode: FrameCode,
        exits: Exits,
        inner: Mapping[int, CodeType],
        counted: Sequence[Turns],
    ) -> CodeType:
        """A variant with these exits, which holds `inner` for nested code."""
        places = {point.pc for point in framecode.points}
        if not exits.keys() <= places:
            self._slow[id(framecode.code)] = None
            return self.leave.variant(framecode, sorted(places)[:1], inner).code
        self._slow.pop(id(framecode.code), None)
        conditions = {pc: texts for pc, texts in exits.items() if texts}
        return self.leave.variant(framecode, exits, inner, conditions, counted).code

    def _counted(self, framecode: FrameCode) -> list[Turns]:
        """The loops of a code object that are counted."""
        key, interpreter = id(framecode.code), self._engine.interpreter()
        if key not in self.turns and isinstance(interpreter, TieredInterpreter):
            self.turns[key] = interpreter.turns(framecode)
        return [turns for turns in self.turns.get(key, ()) if not turns.is_over]

    def exits(self, framecode: FrameCode) -> Exits:
        """The statements that hold breakpoints, with their conditions if all have one.

        And those with calls that are interpreted, or that may change what is watched.
        """
        exits = {
            pc: _conditions(held)
            for pc, held in enumerate(framecode.breakpoints)
            if held and pc in framecode.new_lines
        }
        return exits | dict.fromkeys(interpreted_lines(framecode), ())

    def changes(self, framecodes: Sequence[FrameCode]) -> list[Change]:
        """Makes new variants of some code and what is around it, as its breakpoints say."""
        others = [each for each in framecodes if id(each.code) not in self._around]
        changes = [*super().changes(others)]
        remade = self._remade(filter(self._is_changed, framecodes))
        return [*changes, *self._changes_of_passing(changes), *remade]

    def _changes_of_passing(self, changes: Sequence[Change]) -> Iterator[Change]:
        """The same changes for what runs in place of code that passes."""
        for old, new in changes:
            for variant in self._passing.variants_of(old):
                yield variant, new

    def _is_changed(self, framecode: FrameCode) -> bool:
        """Whether the exits of a variant are others than those that there are to be."""
        # Without exits known it is about to be made.
        known = self._exits.get(id(framecode.code))
        return self._is_active and known is not None and known != self.exits(framecode)

    def _remade(self, framecodes: Iterable[FrameCode]) -> list[Change]:
        """New variants of some code, and all around it: each is made once, what it makes before."""
        lines = [self._outward(framecode.code) for framecode in framecodes]
        outdated = {id(code) for line in lines for code in line[1:]}
        depths = {id(code): (-n, code) for line in lines for n, code in enumerate(line[::-1])}
        made: list[Change] = []
        for _, code in sorted(depths.values(), key=itemgetter(0)):
            old = self.stubs[id(code)]
            if id(code) in outdated:
                layout = layout_of(old)
                self._outdated[id(layout)] = layout
            self._make(self._engine.framecode(code))
            made.append((old, self.stubs[id(code)]))
        self._is_stale |= bool(made)
        return made

    def _outward(self, code: CodeType) -> list[CodeType]:
        """Some code and what it is nested in, innermost first."""
        found, around = [code], self._around[id(code)]
        while around is not None:
            found.append(around)
            around = self._around[id(around)]
        return found

    def leaving(self, frame: Frame, layout: Layout) -> Predicate:
        """A frame that was left goes on natively at the next line, unless it is outdated."""
        key, calls = id(frame.framecode.code), interpreted_calls(frame.framecode)
        watching = self._engine.breakpoints.watching

        def may_go_on(frame: Frame) -> bool:
            is_interpreted = frame.pc in calls or frame.pc in frame.framecode.watched.exits
            stays = is_interpreted or key in self._slow or self.is_outdated(layout)
            goes = self.is_on and not stays and frame.pc in layout.indices
            return goes and not watching.follows(frame)

        return may_go_on


def _conditions(held: Sequence[Breakpoint]) -> tuple[str, ...]:
    conditions = [each.condition for each in held if each.condition is not None]
    return tuple(conditions) if len(conditions) == len(held) else ()


def interpreted_lines(framecode: FrameCode) -> frozenset[int]:
    """The points, by pc, before lines that are interpreted whether or not one stops there."""
    return interpreted_calls(framecode) | framecode.watched.exits


def is_at_start(frame: Frame) -> bool:
    """Whether nothing of a frame has been executed."""
    return frame.pc == 0 and frame.previous == -1


def nested(code: CodeType) -> Iterator[CodeType]:
    """The code objects among the constants of one."""
    return iter([constant for constant in constants_of(code) if type(constant) is CodeType])
