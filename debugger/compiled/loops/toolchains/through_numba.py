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

njit: Any = numba.njit
SIGNATURE = numba.int64(numba.int64, numba.int64, numba.int64)


class ThroughNumba:
    """Machine code made by numba."""

    def prepare(self) -> None:
        """Importing this module has loaded numba."""

    def compile(self, build: Build, level: int) -> Run:
        """Compile; numba decides how hard to optimise."""
        del level

        @intrinsic
        def body(context: Any, registers: Any, extras: Any, parts: Any) -> Any:
            del context, registers, extras, parts
            return types.int64(types.int64, types.int64, types.int64), emit

        def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            del context, signature
            return builder.call(region(builder.module, build), arguments)

        def run(registers: int, extras: int, parts: int) -> Any:
            inside: Any = body
            return inside(registers, extras, parts)

        compiled = njit(SIGNATURE, _nrt=False, no_cfunc_wrapper=True)(run)
        enter = compiled.overloads[SIGNATURE.args].entry_point

        def entered(registers: list[Any], extras: list[Any], parts: list[Any]) -> int:
            number: int = enter(id(registers), id(extras), id(parts))
            return number

        return entered


def region(module: llvm.Module, build: Build) -> llvm.Function:
    """The emitted function; numba may ask for it more than once in a module."""
    found = module.globals.get("region")
    return build(module) if found is None else found
