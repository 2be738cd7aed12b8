"""The stack as the user sees it: interpreted frames, and the native ones between them."""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterable, Iterator, Mapping
from types import CodeType, FrameType
from typing import TYPE_CHECKING

from debugger.frames.guise import raw
from debugger.frames.hosts import outward, real_frame
from debugger.frames.records import Record
from debugger.frames.tracebacks import is_ours
from debugger.frames.viewing import viewed

if TYPE_CHECKING:
    from debugger.frames.entries import Entries
    from debugger.frames.frame import Frame
    from debugger.frames.interpreter import Interpreter


class NativeFrame(Record):
    """A frame that runs natively."""

    name: str
    filename: str
    line: int | None


class StackEntry(Record):
    """A frame in focus, and the other native ones between it and the next older, newest first."""

    frame: Frame
    native: tuple[NativeFrame, ...]


def stack(leaf: Frame) -> list[StackEntry]:
    """The stack from `leaf` outward; to be called during a stop, on the program's thread.

    Frames in focus that run compiled are seen as if they were interpreted.
    """
    groups = to_the_end(host_groups(real_frame(1), leaf))
    entries: list[StackEntry] = []
    frame: Frame | None = leaf
    while frame is not None:
        hosts: list[FrameType] = []
        if frame.is_root and not is_awaited(frame):
            hosts = [host for host in next(groups, []) if host is not frame.host]
        entries += _entries(frame, hosts)
        frame = frame.caller
    # What lies below the outermost frame has started the program, or the thread.
    return [*entries[:-1], StackEntry(entries[-1].frame, ())]


def _entries(frame: Frame, hosts: list[FrameType]) -> Iterator[StackEntry]:
    """The entry of a frame, and those of the frames that are shown among the native ones."""
    native: list[NativeFrame] = []
    for host in hosts:
        interpreter = frame.interpreter
        entries = interpreter.engine.entries
        if not entries.shows(host.f_code):
            native.append(native_frame(host))
            continue
        yield StackEntry(frame, tuple(native))
        native = []
        frame = seen(host, raw(host, "f_lasti"), interpreter)
    yield StackEntry(frame, tuple(native))


def seen(host: FrameType, offset: int, interpreter: Interpreter) -> Frame:
    """The frame that stands for a real one in focus, which waits for what it calls at `offset`."""
    engine = interpreter.engine
    if id(host) in engine.entries.suspended:
        return engine.entries.suspended[id(host)]
    code, ordinal = engine.entries.place(host.f_code, offset)
    return viewed(host, engine.framecode(code), ordinal, interpreter)


def native_frame(host: FrameType) -> NativeFrame:
    """What is shown of a native frame."""
    return NativeFrame(host.f_code.co_qualname, host.f_code.co_filename, host.f_lineno)


def is_stand_in(code: CodeType, stubs: Mapping[int, CodeType]) -> bool:
    """Whether code only stands for an interpreted frame: a stub, step, relay, generator's body."""
    if id(code) in stubs:
        return True
    names = code.co_varnames[: code.co_argcount]
    return names in STAND_INS


STAND_INS = frozenset(
    {
        (".frame", ".registers"),
        (".rest", ".step", ".frame", ".registers"),
        (".callee", ".arguments", ".keywords"),
        (".run",),
        (".resume", ".frame"),
        (".resume", ".frame", ".awaitable"),
    }
)
"""The parameters of everything that runs in a user's name on our behalf."""


ABOVE_NATIVE = frozenset({"drive", "fail_natively", "stop_natively"})
"""Our functions below which lie frames of the program that run natively."""
BELOW_NATIVE = "begin_natively"
"""The function of ours that begins to run the program natively."""
START = "_run"
"""The function of ours that begins to run the program."""

Hosts = list[FrameType]


def host_groups(host: FrameType | None, leaf: Frame) -> Generator[Hosts, None, Hosts]:
    """The native frames of the program below each running segment, innermost segment first.

    `leaf` is the innermost interpreted frame.  Frames that are parked for an interpreted one are
    left out; those below the outermost segment belong to whoever started the debugger, unless the
    program runs natively there, or has started the thread: the generator returns those, without
    what `threading` begins the thread with.
    """
    engine = leaf.interpreter.engine
    groups = groups_above(outward(host), engine.entries, parked_hosts(leaf), None)
    # It may be the frame that holds this generator, which then would live on, and all below it.
    del host
    group = yield from groups
    while group and begins_thread(group[-1]):
        group.pop()
    return group


def begins_thread(host: FrameType) -> bool:
    """Whether a frame is of those in which `threading` begins a thread, and reports its error."""
    is_bootstrap = host.f_code.co_name.startswith("_bootstrap")
    return is_bootstrap and host.f_globals.get("__name__") == "threading"


def to_the_end(groups: Generator[Hosts, None, Hosts]) -> Iterator[Hosts]:
    """The groups of `host_groups`, and the one that it returns."""
    yield (yield from groups)


def groups_above(
    hosts: Iterable[FrameType], entries: Entries, parked: Collection[int], group: Hosts | None
) -> Generator[Hosts, None, Hosts]:
    """The same for any thread, without the frames `parked`.

    `group` begins with what lies above the innermost segment, None to leave that out.
    """
    stubs = entries.originals
    is_started = False
    for host in hosts:
        code = host.f_code
        if is_ours(code):
            is_above, is_below = code.co_name in ABOVE_NATIVE, code.co_name == BELOW_NATIVE
            is_started = not is_above and (is_started or code.co_name == START)
            if group is not None and (is_above or is_below):
                yield group
            if is_above or is_below:
                group = [] if is_above else None
        elif group is not None and id(host) not in parked and not is_stand_in(code, stubs):
            group.append(host)
    return [] if group is None or is_started else group


def parked_hosts(leaf: Frame | None) -> set[int]:
    """The ids of the real frames that are parked for `leaf` or a caller of it."""
    found = set()
    frame = leaf
    while frame is not None:
        if frame.host is not None:
            found.add(id(frame.host))
        frame = frame.caller
    return found


def is_awaited(frame: Frame) -> bool:
    """Whether the caller of a frame is one that awaits it: nothing native lies between the two."""
    return frame.awaiter is not None and frame.caller is frame.awaiter
