"""Entry stubs: breakpoints in functions that are called from C, or from native code.

A function that holds a breakpoint, or calls `breakpoint()`, gets a stub in place of its code: same
signature, but all it does is hand its arguments to the interpreter, as a new segment.  So
`sorted(key=f)`, `__eq__`, a thread's target stop as well.  The stubs go when the breakpoints go.
"""

from __future__ import annotations

import opcode
import sys
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import CodeType, FrameType, FunctionType
from typing import TYPE_CHECKING, Any
from weakref import proxy

from debugger.frames.assemble import Assembler
from debugger.frames.callbacks import is_function
from debugger.frames.decode import Position, decode
from debugger.frames.events import RAISED
from debugger.frames.functions import swap
from debugger.frames.generators import make_generator
from debugger.frames.guise import GUISE, Behind, behind, raw, users
from debugger.frames.hosts import real_frame
from debugger.frames.lifting import variables
from debugger.frames.opcodes import table
from debugger.frames.records import Record
from debugger.frames.with_names import function_with

if TYPE_CHECKING:
    from debugger.frames.engine import Engine
    from debugger.frames.frame import Frame
    from debugger.frames.framecode import FrameCode
    from debugger.frames.interpreter import Outcome


EXTENDED_ARG = opcode.opmap["EXTENDED_ARG"]
BREAK = "breakpoint"
"""What a program calls to stop."""
Change = tuple[CodeType, CodeType]
"""The code that functions have, and the one they shall have."""


class Places(Behind):
    """Where things are in code that runs natively in place of the user's, which is `code`.

    `ends`: behind which unit of it each of the user's instructions ends; `own_ends`: the same in
    the user's code.
    """

    __slots__ = ()

    ends: tuple[int, ...]
    own_ends: tuple[int, ...]
    has_all = True

    def offset(self, offset: int) -> int:
        """The same distance from the end of the instruction, whose prefixes may be others."""
        unit = offset // 2
        ordinal = bisect_right(self.ends, unit)
        if ordinal == len(self.ends):
            return -1  # It is parked.
        first = self.own_ends[ordinal - 1] if ordinal else 0
        return 2 * max(self.own_ends[ordinal] - (self.ends[ordinal] - unit), first)

    def beginning(self, code: CodeType, offset: int) -> int:
        """The same, with the prefixes that it has there."""
        first = offset // 2
        ordinal = bisect_right(self.own_ends, first)
        after_opcode = self.own_ends[ordinal] - opcode_unit(raw(self.code, "co_code"), first)
        unit, units = self.ends[ordinal] - after_opcode, raw(code, "co_code")
        while unit and units[2 * unit - 2] == EXTENDED_ARG:
            unit -= 1
        return 2 * unit


def opcode_unit(units: bytes, unit: int) -> int:
    """Where the opcode of an instruction is that begins at `unit`, with prefixes."""
    while units[2 * unit] == EXTENDED_ARG:
        unit += 1
    return unit


class Native(Record):
    """Code that runs natively in place of the user's, `original`.

    `code` is None where it is not to live on for this: who knows of it forgets it when it dies.
    """

    code: CodeType | None
    original: CodeType
    places: Places


class Entries:
    """The stubs of an engine: which codes have one, both ways.

    `variants` is the code that runs natively in place of the user's, by id; the last constant of
    such code are its `Places`.  `suspended` are the interpreted frames of generators, by the id of
    the real frame that delegates for them.
    """

    def __init__(self, engine: Engine) -> None:
        # Stubs know it, and a cycle through a code object is never collected: an engine that knew
        # itself through one would live for ever, and with it the names of the program.
        self._engine: Engine = proxy(engine)
        self._is_active = False
        #: whether the outermost frame of the program runs natively
        self.has_begun = False
        #: what `originals` tells of: as long as it does, nothing else may get the same id
        self._told_of: dict[int, CodeType] = {}
        self._lent: dict[int, CodeType] = {}
        self.originals: dict[int, CodeType] = {}
        self.stubs: dict[int, CodeType] = {}
        self.variants: dict[int, Native] = {}
        self.suspended: dict[int, Frame] = {}

    def interprets(self, code: CodeType) -> bool:
        """Whether code in focus that interpreted frames call is interpreted, too."""
        del code
        return True

    def shows(self, code: CodeType) -> bool:
        """Whether real frames of some code are shown as frames of the program."""
        return id(code) in self.variants

    def unseen(self) -> list[CodeType]:
        """Code that runs natively, and the code in it may, though nobody has looked at it yet."""
        return []

    def stub(self, code: CodeType) -> CodeType | None:
        """With which code a function of some code is made, None for that code itself."""
        if BREAK in code.co_names and id(code) not in self.stubs:
            self.update(self._engine.framecode(code))
        return self.stubs.get(id(code))

    def native(self, code: CodeType) -> CodeType | None:
        """What to run natively in place of a module's code, None to interpret it."""
        del code
        return None

    def know(self, code: CodeType, places: Places) -> None:
        """Some code will run natively in place of the user's."""
        self.variants[id(code)] = Native(code, places.code, places)

    def to_run(self, given: object, flags: int) -> object:
        """What to run natively in place of a source given to `exec` by code with these flags."""
        del flags
        return given

    def passes(self, code: CodeType) -> bool:
        """Whether nothing is to be kept for some code, since there may be any number of such."""
        del code
        return False

    def interpret_all(self) -> None:
        """From now on no code of the program that is in focus shall run natively."""

    def refocus(self) -> None:
        """The focus has changed: what came in or went out shall be run as it says."""

    def heed_errors(self) -> None:
        """It has changed at which errors to stop."""

    def arm(self) -> None:
        """Make what runs natively stop for the plan that is under way, as soon as it goes on."""

    def disarm(self) -> None:
        """Undo `arm`."""

    def ended(self, host: FrameType) -> None:
        """A real frame has ended that was stepped through as it is."""

    def hold(self) -> None:
        """Have what other threads run natively come to the interpreter, where it waits."""

    def let_go(self) -> None:
        """Undo `hold`."""

    def run(self, frame: Frame) -> Outcome:
        """Run the outermost frame of the program to its end."""
        return frame.interpreter.run(frame)

    @contextmanager
    def active(self) -> Iterator[None]:
        """While this lasts, functions that hold breakpoints have their stubs."""
        if self._is_active:
            yield
            return
        self._is_active = True
        try:
            self.update(*self._engine.framecodes())
            with GUISE.worn():
                yield
        finally:
            self._is_active = False
            self.update(*self._engine.framecodes())

    @contextmanager
    def entered(self, functions: Sequence[FunctionType]) -> Iterator[None]:
        """While this lasts, these functions are interpreted if they are called from C."""
        changed = [
            function for function in functions if id(function.__code__) not in self.originals
        ]
        own = [function.__code__ for function in changed]
        for function, code in zip(changed, own, strict=True):
            function.__code__ = self._lendable(self.original(code))
        try:
            yield
        finally:
            for function, code in zip(changed, own, strict=True):
                function.__code__ = code

    def _lendable(self, code: CodeType) -> CodeType:
        if id(code) not in self._lent:
            self._lent[id(code)] = self._known_stub(code)
        return self._lent[id(code)]

    def original(self, code: CodeType) -> CodeType:
        """The user's code behind a stub or variant; any other code is its own."""
        native = self.variants.get(id(code))
        if native is not None:
            return native.original
        if not self.originals and not self.variants:
            return code
        found = self.originals.get(id(code))
        return self._copied(code) if found is None else found

    def place(self, code: CodeType, offset: int) -> tuple[CodeType, int]:
        """The user's code behind the code of a real frame, and the number of its instruction."""
        native = self.variants.get(id(code))
        if native is not None:
            return native.original, bisect_right(native.places.ends, offset // 2)
        found = behind(code)
        offset = offset if found is None else found.offset(offset)
        offsets = [instruction.offset for instruction in decode(code)]
        return code, bisect_right(offsets, offset) - 1

    def _copied(self, code: CodeType) -> CodeType:
        """`types.coroutine` copies the code of a function, a stub or variant too, to set a flag.

        Programs do so to give it another name.
        """
        found = behind(code)
        if found is None:
            return code
        original = users(code, found)
        if isinstance(found, Places):
            self.variants[id(code)] = Native(code, original, found)
        else:
            self._told_of[id(code)] = code
            self.originals[id(code)] = original
        return original

    def update(self, *framecodes: FrameCode) -> None:
        """Give the functions of some code their stub, or their code back, as breakpoints say."""
        changes = self.changes(framecodes)
        newest: dict[int, CodeType] = {}
        for old, new in reversed(changes):
            newest[id(old)] = newest.get(id(new), new)
        if newest:
            self.replace(newest)

    def replace(self, newest: Mapping[int, CodeType]) -> None:
        """Give functions the code that is new for the one they have, by its id."""
        swap(newest)

    def changes(self, framecodes: Sequence[FrameCode]) -> list[Change]:
        """Which code the functions of some code shall have in place of which."""
        return [change for framecode in framecodes for change in self._change(framecode)]

    def _change(self, framecode: FrameCode) -> Iterable[Change]:
        code = framecode.code
        if not is_function(code):
            return ()
        if self._is_active and self._stops(framecode):
            if id(code) in self.stubs:
                return ()
            stub = self.stubs[id(code)] = self._known_stub(code)
            return ((code, stub),)
        if id(code) not in self.stubs:
            return ()
        stub = self.stubs.pop(id(code))
        del self.originals[id(stub)], self._told_of[id(stub)]
        return ((stub, code),)

    def _stops(self, framecode: FrameCode) -> bool:
        """Whether some code is to be interpreted whoever calls it."""
        code = framecode.code
        breaks = BREAK in code.co_names and self._engine.focus.contains(code)
        watches = bool(framecode.watched.watchpoints)
        return breaks or watches or any(framecode.breakpoints)

    def _known_stub(self, code: CodeType) -> CodeType:
        """A stub whose code is known to be this one's."""
        stub = self._stub(code)
        self.originals[id(stub)], self._told_of[id(stub)] = code, stub
        return stub

    def _stub(self, code: CodeType) -> CodeType:
        """Code with the signature of `code` that interprets it."""
        extra = bool(code.co_flags & 4) + bool(code.co_flags & 8)
        count = code.co_argcount + code.co_kwonlyargcount + extra
        free = len(code.co_freevars)
        work = Assembler(prologue=False)
        work.constants = list(code.co_consts)
        if free:
            work.emit("COPY_FREE_VARS", free)
        work.emit("RESUME", 0)
        work.push_callee(Enter(self._engine, code))
        first = len(variables(code)) - free
        for index in (*range(count), *range(first, first + free)):
            work.emit("LOAD_FAST" if index < count else CLOSURE, index)
        work.emit("BUILD_TUPLE", count + free)
        work.call_one()
        work.emit("UNPACK_SEQUENCE", 2)
        jump = "POP_JUMP_FORWARD_IF_TRUE" if table().precall else "POP_JUMP_IF_TRUE"
        mark = work.jump(jump)
        work.emit("RETURN_VALUE")
        work.land(mark, jump)
        work.emit("RERAISE", 0)
        work.depth += count + free
        line = code.co_firstlineno
        made = work.code(code, Position(line, line, None, None), variables=code.co_varnames)
        stub: CodeType = raw(made, "replace")(
            co_argcount=code.co_argcount,
            co_posonlyargcount=code.co_posonlyargcount,
            co_kwonlyargcount=code.co_kwonlyargcount,
            co_flags=code.co_flags,
            co_cellvars=code.co_cellvars,
            co_freevars=code.co_freevars,
        )
        return stub


CLOSURE = "LOAD_FAST" if sys.version_info >= (3, 13) else "LOAD_CLOSURE"


class Enter(Behind):
    """What the stub of a code calls: gives (whether it failed, value or error)."""

    __slots__ = ("code", "engine")

    def __init__(self, engine: Engine, code: CodeType) -> None:
        self.engine = engine
        self.code = code

    def offset(self, offset: int) -> int:
        """At its start, where nothing has been executed."""
        return 0

    def __call__(self, values: tuple[Any, ...]) -> tuple[bool, object]:
        """Interpret the code with these parameters and free variables, in the stub's globals."""
        host = real_frame(1)
        interpreter = self.engine.interpreter()
        frame = interpreter.entered_frame(self.code, host.f_globals, values)
        if frame.framecode.kind:
            free = values[len(values) - len(self.code.co_freevars) :]
            # `types.coroutine` may have made a copy of the stub, with one more flag.
            code = self.code.replace(co_flags=host.f_code.co_flags)
            return False, make_generator(function_with(code, host.f_globals, closure=free), frame)
        outcome = interpreter.run(frame)
        return outcome.event == RAISED, outcome.take()
