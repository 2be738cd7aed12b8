"""What the program sees of code that runs in place of its own: its own.

Functions have the code of a stub or a variant, which holds objects of ours.  Who takes a function
apart to pickle it by value, to compile or to disassemble it, asks its code for what is in it.  So
while programs run, the attributes of code objects answer for the user's code, and the places of
frames and tracebacks are places in that.  To us, `raw` says what is really there.
"""

from __future__ import annotations

import ctypes
import gc
import marshal
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from types import CodeType, FrameType, FunctionType, MethodType, TracebackType
from typing import Any, Final, cast

from debugger.frames.assemble import dress
from debugger.frames.decode import Position
from debugger.frames.hosts import real_frame
from debugger.frames.jumping import Running
from debugger.frames.quiet import quiet


class Behind:
    """The last constant of code that runs in place of the user's, which is `code`.

    `has_all`: all instructions of the user's are in ours.
    """

    __slots__ = ()

    code: CodeType
    has_all = False

    def offset(self, offset: int) -> int:
        """Where in the user's code a frame is that is here in ours; -1 where it is nowhere."""
        raise NotImplementedError

    def beginning(self, code: CodeType, offset: int) -> int:
        """Where in ours, which is `code`, an instruction of the user's begins that begins there."""
        raise NotImplementedError


CONTENTS = (
    *("_co_code_adaptive", "co_cellvars", "co_code", "co_exceptiontable", "co_linetable"),
    *("co_names", "co_nlocals", "co_stacksize", "co_varnames"),
    *("__sizeof__", "_varname_from_oparg", "co_lines", "co_positions"),
)
"""What code objects tell of what they do.  There is nothing else that differs, except for
`co_lnotab`, which from 3.12 on warns whoever asks for it: that would be us."""

NAMES = frozenset({"co_flags", "co_name", "co_qualname"})
"""What can be another in a copy of a stub or variant, which stays one."""

REPLACING = ("replace", *(["__replace__"] if hasattr(CodeType, "__replace__") else ()))

OWN: Mapping[type, Mapping[str, Any]] = {
    CodeType: {name: vars(CodeType)[name] for name in (*CONTENTS, "co_consts", *REPLACING)},
    FrameType: {name: vars(FrameType)[name] for name in ("f_lasti", "f_lineno")},
    TracebackType: {"tb_lasti": vars(TracebackType)["tb_lasti"]},
}
"""CPython's own attributes."""


constants_of: Callable[[CodeType], tuple[Any, ...]] = OWN[CodeType]["co_consts"].__get__
names_of: Callable[[CodeType], tuple[str, ...]] = OWN[CodeType]["co_names"].__get__
copied: Callable[..., CodeType] = OWN[CodeType]["replace"]
"""The same as `raw`, for what is asked of each function of a module that is imported."""

set_line: Callable[[FrameType, int], None] = OWN[FrameType]["f_lineno"].__set__
"""Have a frame go on at a line of the code that it really runs."""


def raw(thing: CodeType | FrameType | TracebackType, name: str) -> Any:
    """An attribute as CPython has it."""
    return OWN[type(thing)][name].__get__(thing)


def behind(code: CodeType) -> Behind | None:
    """What knows the user's code in place of which some code runs; None if it is no such code."""
    constants = constants_of(code)
    last = constants[-1] if constants else None
    return last if issubclass(type(last), Behind) else None


class Attribute:
    """Stands where CPython's own attribute stood."""

    __slots__ = ("own",)

    def __init__(self, own: Any) -> None:
        self.own = own

    def __get__(self, instance: Any, owner: type | None = None) -> Any:
        return self.own if instance is None else self.seen(instance)

    def seen(self, instance: Any) -> Any:
        """What the program sees of an object."""
        raise NotImplementedError


class Content(Attribute):
    """What the user's code has."""

    def seen(self, instance: CodeType) -> Any:
        found = behind(instance)
        return self.own.__get__(instance if found is None else found.code)


class Constants(Attribute):
    """Those of the user, which come first; the code among them is what runs in place of his."""

    def seen(self, instance: CodeType) -> tuple[object, ...]:
        found = behind(instance)
        there: tuple[object, ...] = self.own.__get__(instance)
        if found is None:
            return there
        own: tuple[object, ...] = self.own.__get__(found.code)
        # Code that has the same constants shares them.
        same = all(each is other for each, other in zip(own, there, strict=False))
        return own if same else there[: len(own)]


class Replacing(Attribute):
    """The method that makes a copy with something changed."""

    def seen(self, instance: CodeType) -> Any:
        return (
            self.own.__get__(instance)
            if behind(instance) is None
            else MethodType(_changed, instance)
        )


class Offset(Attribute):
    """Where a frame, or an entry of a traceback, is."""

    def seen(self, instance: FrameType | TracebackType) -> int:
        frame = instance.tb_frame if isinstance(instance, TracebackType) else instance
        found = behind(frame.f_code)
        offset: int = self.own.__get__(instance)
        return offset if found is None or offset < 0 else found.offset(offset)


@quiet
def _set_line(frame: FrameType, line: Any) -> None:
    caller = real_frame(1)
    failure = None
    try:
        _jump(frame, partial(_in_name_of(caller), OWN[FrameType]["f_lineno"], frame, line))
    except BaseException as error:
        failure = error
    if failure is not None:
        failure.__traceback__ = None
        raise failure


def _jump(frame: FrameType, move: Callable[[], None]) -> None:
    """Have a frame go on where CPython moves it, if it were in the user's code."""
    code = frame.f_code
    found, running, offset = behind(code), Running(frame), raw(frame, "f_lasti")
    own = found.offset(offset) if found is not None and found.has_all else -1
    if found is None or own < 0 or not running.is_known(code, offset):
        move()
        return
    running.go_on(code, found.beginning(code, running.moved(found.code, own, move)))


def _set(own: Any, frame: FrameType, line: object) -> None:
    own.__set__(frame, line)


def _in_name_of(caller: FrameType) -> Callable[..., None]:
    """What sets a line in the name of a frame: CPython may warn of that, and says where it was."""
    line = caller.f_lineno
    code = dress(_set.__code__, caller.f_code, Position(line, line, None, None))
    return FunctionType(code, caller.f_globals)


@quiet
def _changed(code: CodeType, *arguments: Any, **changes: Any) -> CodeType:
    found = behind(code)
    whole = code if found is None or changes.keys() <= NAMES else users(code, found)
    try:
        return cast(CodeType, raw(whole, "replace")(*arguments, **changes))
    except BaseException as error:
        failure = error
    failure.__traceback__ = _without_first(failure.__traceback__)
    raise failure


def _without_first(entry: TracebackType | None) -> TracebackType | None:
    """A traceback less the entry of our own function."""
    return None if entry is None else entry.tb_next


def users(code: CodeType, found: Behind) -> CodeType:
    """The user's code in place of which `code` runs, or a copy that is called what that is."""
    names = {name: getattr(code, name) for name in NAMES}
    changes = {name: new for name, new in names.items() if new != getattr(found.code, name)}
    return found.code.replace(**changes) if changes else found.code


def plain(value: Any, known: dict[int, Any]) -> Any:
    """What `marshal` writes, with the user's code in it.

    `known`: what stands for what, by id, and the thing itself, so that the id is no other's.
    """
    if id(value) in known:
        return known[id(value)][0]
    kind, made = type(value), value
    if kind is CodeType:
        made = _plain_code(value, known)
    elif kind is tuple:
        made = tuple([plain(each, known) for each in value])
    elif kind is list:
        made = []
        known[id(value)] = made, value
        made += [plain(each, known) for each in value]
    elif kind is dict:
        made = {}
        known[id(value)] = made, value
        made |= {plain(key, known): plain(each, known) for key, each in value.items()}
    known[id(value)] = made, value
    return made


def _plain_code(code: CodeType, known: dict[int, Any]) -> CodeType:
    found = behind(code)
    whole = code if found is None else users(code, found)
    constants = plain(whole.co_consts, known)
    same = all(old is new for old, new in zip(whole.co_consts, constants, strict=True))
    return whole if same else whole.replace(co_consts=constants)


def marshalling(own: Callable[..., Any]) -> FunctionType:
    """What stands for `marshal.dump` or `dumps`: these look into code for themselves."""

    @quiet
    def write(*arguments: Any, **keywords: Any) -> Any:
        try:
            return own(*arguments, **keywords)
        except BaseException as error:
            failure = error
        if isinstance(failure, ValueError):
            try:
                return own(plain(arguments[0], {}), *arguments[1:], **keywords)
            except RecursionError:
                pass  # It is nested too deeply for `marshal` as well.
            except BaseException as error:
                failure = error
        failure.__traceback__ = _without_first(failure.__traceback__)
        raise failure

    found = cast(FunctionType, write)
    found.__name__ = found.__qualname__ = own.__name__
    found.__module__, found.__doc__ = "marshal", own.__doc__
    return found


class Guise:
    """Whether the program sees all this; it does as long as some engine runs one."""

    def __init__(self) -> None:
        self._wearers = 0
        self._marshal = {name: getattr(marshal, name) for name in ("dump", "dumps")}

    @contextmanager
    def worn(self) -> Iterator[None]:
        """While this lasts the program sees its own code."""
        self._wearers += 1
        if self._wearers == 1:
            self._put(ATTRIBUTES, {name: marshalling(own) for name, own in self._marshal.items()})
        try:
            yield
        finally:
            self._wearers -= 1
            if not self._wearers:
                self._put(OWN, self._marshal)

    def _put(
        self, attributes: Mapping[type, Mapping[str, Any]], functions: Mapping[str, Any]
    ) -> None:
        for kind, chosen in attributes.items():
            # The dictionary itself, which Python code cannot write to.
            (own,) = gc.get_referents(vars(kind))
            own |= chosen
            ctypes.pythonapi.PyType_Modified(ctypes.py_object(kind))
        vars(marshal).update(functions)


ATTRIBUTES: Mapping[type, Mapping[str, Any]] = {
    CodeType: {
        **{name: Content(OWN[CodeType][name]) for name in CONTENTS},
        "co_consts": Constants(OWN[CodeType]["co_consts"]),
        **{name: Replacing(OWN[CodeType][name]) for name in REPLACING},
    },
    FrameType: {
        "f_lasti": Offset(OWN[FrameType]["f_lasti"]),
        # Asking is left to C: a tracer would see a function of ours.
        "f_lineno": property(
            OWN[FrameType]["f_lineno"].__get__, _set_line, OWN[FrameType]["f_lineno"].__delete__
        ),
    },
    TracebackType: {"tb_lasti": Offset(OWN[TracebackType]["tb_lasti"])},
}
"""What stands for CPython's own attributes."""

GUISE: Final = Guise()
"""That of the process."""
