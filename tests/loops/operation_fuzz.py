"""Try operations in compiled loops and compare with CPython; prints a report as JSON.

    python -m tests.loops.operation_fuzz [--full] [--part 0/2] [--only TEXT] --folder FOLDER

The file `last` in the folder names the operation under way, should the process crash.
"""

from __future__ import annotations

import argparse
import json
import math
import mmap
import random
import sys
import time
import warnings
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import ModuleType
from typing import Any, Literal, Protocol

import numpy as np

from tests.loops.boundary_values import FLOATING, NUMPY, NUMPY_INTS, PLAIN, SEED, arguments
from tests.loops.operation_outcome import Outcome, difference, outcome, same_as
from tests.loops.operations import (
    CHOICES,
    CORE,
    FREQUENT,
    INEXACT,
    OPERATIONS,
    Operation,
    fits,
    must_be_native,
    takes_too_long,
)

LAST_LENGTH = 4096
END = "end of the loop"


class Calls(Protocol):
    """The engine, as far as it matters here."""

    def call(self, function: Callable[..., Any], /, *args: Any) -> Any: ...


@dataclass
class Native:
    """How much has been done in machine code so far."""

    entries: int = 0
    iterations: int = 0
    exits: Counter[str] = field(default_factory=Counter)
    refused: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Size:
    """How many batches there are, and how many tuples of values each of them has.

    `frequent` and `rare`: how many kinds of operands such operations are tried with, beside the
    core; `core_kinds`: how many there, where it has more.
    """

    frequent: int
    rare: int
    core_kinds: int
    values: int
    core_values: int
    inexact_values: int
    strict_values: int


QUICK = Size(
    frequent=2,
    rare=1,
    core_kinds=6,
    values=32,
    core_values=60,
    inexact_values=90,
    strict_values=2,
)
FULL = Size(
    frequent=60,
    rare=60,
    core_kinds=100,
    values=24,
    core_values=100,
    inexact_values=600,
    strict_values=3,
)


@dataclass
class Report:
    """What the trial of many operations showed."""

    batches: int = 0
    tried: int = 0
    entered: int = 0
    stayed: int = 0
    core: int = 0
    mismatches: list[str] = field(default_factory=list)
    not_native: list[str] = field(default_factory=list)
    exits: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0


Batch = tuple[Operation, tuple[str, ...]]


def batches(size: Size) -> list[Batch]:
    """The core, and for each operation as many of the kinds of its operands as the size says.

    Those go first that had the fewest turns.
    """
    source = random.Random(SEED)  # noqa: S311
    turns: Counter[tuple[str, ...]] = Counter()
    chosen: list[Batch] = []
    for operation in OPERATIONS.values():
        kinds = operation.kind_tuples()
        source.shuffle(kinds)
        kinds.sort(key=turns.__getitem__)
        count = size.frequent if operation.name in FREQUENT else size.rare
        favourite = FREQUENT.get(operation.name)
        first = [each for each in kinds if each == favourite]
        taken = (first + [each for each in kinds if each != favourite])[:count]
        turns.update(taken)
        core = [each for each in kinds if is_core(operation, each)]
        core.sort(key=lambda kinds: kinds[0] in NUMPY_INTS)
        chosen.extend((operation, each) for each in dict.fromkeys(core[: size.core_kinds] + taken))
    return chosen


def is_core(operation: Operation, kinds: tuple[str, ...]) -> bool:
    """Whether a batch has to be native, or may go wrong in the last bit of a Python float."""
    if operation.name in CORE.get(kinds, ()):
        return True
    return operation.name in INEXACT and set(kinds) == {"float"}


def is_inexact(operation: Operation, kinds: tuple[str, ...]) -> bool:
    """Whether a batch may go wrong in the last bit."""
    return operation.name in INEXACT and len(set(kinds)) == 1 and kinds[0] in FLOATING


Maker = Callable[[], tuple[Calls, Callable[[], Native]]]


class Trial:
    """Tries batches, each with a new engine, and notes what it does wrong."""

    def __init__(self, make_engine: Maker, size: Size, folder: Path) -> None:
        self.make_engine = make_engine
        self.engine, self.native = make_engine()
        self.size = size
        self.folder = folder
        self.report = Report()
        self._last = last_words(folder)

    def run(self, chosen: Sequence[Batch]) -> Report:
        started = time.perf_counter()
        with recorded() as log:
            for operation, kinds in chosen:
                self.engine, self.native = self.make_engine()
                self._batch(operation, kinds, log)
                native = self.native()
                self.report.exits += native.exits
                self.report.refused.update(native.refused)
        self.report.seconds = time.perf_counter() - started
        return self.report

    def _batch(
        self, operation: Operation, kinds: tuple[str, ...], log: list[warnings.WarningMessage]
    ) -> None:
        self.report.batches += 1
        function = self._function(operation)
        plain = tuple(PLAIN[kind] for kind in kinds)
        is_core = operation.name in CORE.get(kinds, ())
        count = self.size.core_values if is_core else self.size.values
        if is_inexact(operation, kinds):
            count = self.size.inexact_values
        if not outcome(log, function, *plain, *plain)[0].value:
            count = 2  # It always fails, before the loop has been round once.
        tried = [
            (values, *self._outcome(operation, log, function, *plain, *values))
            for values in arguments(kinds, count, operation.name)
            if not takes_too_long(operation, values)
        ]
        required = [
            expected.is_quiet and fits(result) and must_be_native(operation.name, kinds, values)
            for values, expected, result in tried
        ]
        # What has to be native comes first: nothing has yet been learned from exits then.
        for is_required in (True, False):
            for needed, (values, expected, _) in zip(required, tried, strict=True):
                if needed is is_required:
                    self._try(operation, function, plain, values, expected, log, must_stay=needed)
        if any(kind in NUMPY for kind in kinds):
            self._strictly(operation, function, kinds, log)

    def _outcome(
        self,
        operation: Operation,
        log: list[warnings.WarningMessage],
        function: Callable[..., Any],
        *args: Any,
    ) -> tuple[Outcome, Any]:
        """That of the call; of operations that choose an operand, with which object it is."""
        found, value = outcome(log, function, *args)
        if operation.name in CHOICES and found.value:
            found = replace(found, value=found.value + same_as(value, args))
        return found, value

    def _function(self, operation: Operation) -> Callable[..., Any]:
        """A new function, so that its loop is compiled anew, for the kinds of one batch."""
        number = list(OPERATIONS).index(operation.name)
        path = self.folder / f"operation_{number}.py"
        if not path.exists():
            path.write_text(operation.source)
        module = ModuleType("operation")
        sys.modules["operation"] = module
        vars(module).update(math=math, np=np)
        exec(compile(operation.source, str(path), "exec", dont_inherit=True), vars(module))
        made: Callable[..., Any] = module.f
        return made

    def _try(
        self,
        operation: Operation,
        function: Callable[..., Any],
        plain: tuple[Any, ...],
        values: tuple[Any, ...],
        expected: Outcome,
        log: list[warnings.WarningMessage],
        *,
        must_stay: bool = False,
        setting: str = "",
    ) -> None:
        words = f"{operation.name}  of  {', '.join(map(shown, values))}{setting}"
        self._last(words)
        before = self.native()
        found, _ = self._outcome(operation, log, self.engine.call, function, *plain, *values)
        after = self.native()
        entered = after.iterations > before.iterations or after.entries > before.entries
        stayed = after.iterations > before.iterations and not left(before, after)
        report = self.report
        report.tried += 1
        report.entered += entered
        report.stayed += stayed
        if found != expected:
            report.mismatches.append(f"{words}: {difference(expected, found)}")
        if must_stay:
            report.core += 1
            if not stayed:
                reasons = dict(left(before, after)) if entered else after.refused or "not entered"
                report.not_native.append(f"{words}: {reasons}")

    def _strictly(
        self,
        operation: Operation,
        function: Callable[..., Any],
        kinds: tuple[str, ...],
        log: list[warnings.WarningMessage],
    ) -> None:
        """Some again where numpy raises what it else warns of, or is silent."""
        plain = tuple(PLAIN[kind] for kind in kinds)
        settings: tuple[Literal["raise", "ignore"], ...] = ("raise", "ignore")
        for setting in settings:
            with np.errstate(all=setting):
                count = self.size.strict_values
                for values in arguments(kinds, count, f"{operation.name} {setting}"):
                    if not takes_too_long(operation, values):
                        expected, _ = self._outcome(operation, log, function, *plain, *values)
                        self._try(
                            *(operation, function, plain, values, expected, log),
                            setting=f"  with errstate {setting}",
                        )


def left(before: Native, after: Native) -> Counter[str]:
    """The exits taken meanwhile, but for those at the end of the loop."""
    exits = after.exits - before.exits
    del exits[END]
    return exits


def shown(value: Any) -> str:
    return f"{type(value).__name__} {value!r}"


@contextmanager
def recorded() -> Iterator[list[warnings.WarningMessage]]:
    """While this lasts every warning goes to the log."""
    with warnings.catch_warnings(record=True) as log:
        warnings.simplefilter("always")
        yield log


def last_words(folder: Path) -> Callable[[str], None]:
    """A function that notes what is under way so that a crash does not lose it."""
    path = folder / "last"
    path.write_bytes(b" " * LAST_LENGTH)
    with path.open("r+b") as file:
        view = mmap.mmap(file.fileno(), LAST_LENGTH)

    def note(words: str) -> None:
        view[:] = words.encode("ascii", "replace")[:LAST_LENGTH].ljust(LAST_LENGTH)

    return note


def real_engine() -> tuple[Calls, Callable[[], Native]]:
    from tests.loops import support

    engine = support.eager_engine()

    def native() -> Native:
        report = support.report(engine)
        return Native(report.entries, report.iterations, report.exits, report.refused)

    return engine, native


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--full", action="store_true")
    parser.add_argument("--part", default="0/1")
    parser.add_argument("--only", default="")
    parser.add_argument("--folder", type=Path, required=True)
    options = parser.parse_args(words)
    size = FULL if options.full else QUICK
    part, parts = map(int, options.part.split("/"))
    chosen = [batch for batch in batches(size)[part::parts] if options.only in batch[0].name]
    report = Trial(real_engine, size, options.folder).run(chosen)
    print(json.dumps(vars(report)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
