"""Run one function natively and with compiled loops, on arguments that are made anew each time."""

from __future__ import annotations

import itertools
import linecache
import math
import textwrap
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from debugger.frames.stepping import Silent
from tests.loops.program_engine import eager
from tests.loops.program_outcome import Outcome, outcome
from tests.loops.support import report
from tests.sampling import IS_FULL

Make = Callable[[], list[Any]]
LEVEL = 1 if IS_FULL else 0
NUMBERS = itertools.count()


class Kernel:
    """A function `f`, given as text, and an engine that has compiled the loops in it."""

    def __init__(self, source: str, **names: Any) -> None:
        self.source = textwrap.dedent(source)
        self.path = f"<kernel {next(NUMBERS)}>"
        lines = self.source.splitlines(keepends=True)
        linecache.cache[self.path] = (len(self.source), None, lines, self.path)
        self.names = {"np": np, "math": math, **names}
        exec(compile(self.source, self.path, "exec", dont_inherit=True), self.names)
        self.engine = eager(Silent(), level=LEVEL)

    def check(self, make: Make) -> Outcome:
        """Assert that the function does the same; returns what it does."""
        function = self.names["f"]
        arguments = make()
        native = outcome(partial(function, *arguments), arguments, self.path)
        arguments = make()
        compiled = outcome(partial(self.engine.call, function, *arguments), arguments, self.path)
        assert native == compiled, f"{native.differences(compiled)}\n{self.source}"
        return native

    def native(self) -> int:
        """How many iterations the compiled loops have made."""
        return int(report(self.engine).iterations)


def check(source: str, make: Make, *, native: bool = False, **names: Any) -> Outcome:
    """The same for one call; `native`: compiled loops must have taken part."""
    kernel = Kernel(source, **names)
    found = kernel.check(make)
    if native:
        assert kernel.native(), f"nothing ran compiled:\n{kernel.source}"
    return found
