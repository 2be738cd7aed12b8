"""numba as the toolchain: the emitted function inside one `@intrinsic`, called by an `@njit` line.

The code is the same, so are its answers.  Numba takes longer to start and to compile, and keeps
what it has compiled; it is of use where only numba's own tools can look at the code.
"""

from __future__ import annotations

from typing import Any

import numba
from llvmlite import ir as llvm
from numba.core import types
from numba.extending import intrinsic

from debugger.compiled.loops.toolchains.bare import Build, Run
from debugger.frames.frame import Frame

njit: Any = numba.njit
SIGNATURE = numba.void(numba.int64, numba.int64, numba.int64)


class ThroughNumba:
    """Machine code made by numba."""

    def prepare(self) -> None:
        """Importing this module has loaded numba."""

    def compile(self, build: Build, level: int) -> Run:
        """Compile; numba decides how hard to optimise."""
        del level

        @intrinsic
        def body(context: Any, frame: Any, fuel: Any, extras: Any) -> Any:
            del context, frame, fuel, extras
            return types.void(types.int64, types.int64, types.int64), emit

        def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            del signature
            builder.call(region(builder.module, build), arguments)
            return context.get_dummy_value()

        def run(frame: int, fuel: int, extras: int) -> None:
            inside: Any = body
            inside(frame, fuel, extras)

        compiled = njit(SIGNATURE, _nrt=False, no_cfunc_wrapper=True)(run)
        enter = compiled.overloads[SIGNATURE.args].entry_point

        def entered(frame: Frame, fuel: int, extras: list[Any]) -> None:
            enter(id(frame), id(fuel), id(extras))

        return entered


def region(module: llvm.Module, build: Build) -> llvm.Function:
    """The emitted function; numba may ask for it more than once in a module."""
    found = module.globals.get("region")
    return build(module) if found is None else found
