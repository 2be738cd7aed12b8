"""Small programs, run natively and under an engine: what they consist of, and how they run."""

from __future__ import annotations

import linecache
import math
import textwrap
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from debugger.frames.engine import Engine
from tests.loops.program_outcome import Outcome, describe_variables, outcome


@dataclass(frozen=True, slots=True)
class Kernel:
    """A program: `arguments` are expressions for what its function `f` is called with.

    A module has no `f`: it leaves its result in `result`.
    """

    name: str
    source: str
    arguments: tuple[str, ...] = ()
    is_module: bool = False

    @property
    def path(self) -> str:
        """The name of the file that the program claims to be from."""
        return f"<kernel {self.name}>"


class Loaded:
    """A kernel whose code is compiled, by CPython, once for all its runs."""

    def __init__(self, kernel: Kernel) -> None:
        self.kernel = kernel
        source = textwrap.dedent(kernel.source)
        lines = source.splitlines(keepends=True)
        linecache.cache[kernel.path] = (len(source), None, lines, kernel.path)
        self.code = compile(source, kernel.path, "exec", dont_inherit=True)
        self.names = fresh_names()
        if not kernel.is_module:
            exec(self.code, self.names)

    def run(self, engine: Engine | None = None) -> Outcome:
        """What becomes of the program with new arguments; natively without an engine."""
        if self.kernel.is_module:
            return outcome(partial(self._run_module, engine), [], self.kernel.path)
        arguments = [eval(text, fresh_names()) for text in self.kernel.arguments]
        function = self.names["f"]
        start: Callable[[], object] = partial(function, *arguments)
        if engine is not None:
            start = partial(engine.call, function, *arguments)
        return outcome(start, arguments, self.kernel.path)

    def _run_module(self, engine: Engine | None) -> object:
        names = fresh_names()
        run: Callable[..., object] = exec if engine is None else engine.run_code
        try:
            run(self.code, names)
        finally:
            print(describe_variables(names))
        return names["result"]


def fresh_names() -> dict[str, Any]:
    """The names that every kernel finds, and those that make its arguments."""
    return {"__name__": "__main__", "np": np, "math": math}
