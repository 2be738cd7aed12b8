"""Toolchains: from the function that an emitter makes to something Python can call.

Both call the same function; they differ in how machine code is made of it.  `Bare` uses LLVM
directly: it starts in a tenth of the time numba takes, and gives memory back.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import cached_property
from typing import Any, Protocol

from llvmlite import binding
from llvmlite import ir as llvm

from debugger.compiled.loops.emit.machine import (
    I64,
    POINTER,
    VOID,
    address_of,
    call_address,
    load,
    python_api,
)
from debugger.frames.frame import Frame

Build = Callable[[llvm.Module], llvm.Function]
Run = Callable[[Frame, int, list[Any]], None]
METHOD_FASTCALL = 0x80

QUICK = 1
"""The level of optimisation for code that is wanted soon."""


class Toolchain(Protocol):
    """Makes machine code."""

    def prepare(self) -> None:
        """Load what takes time to load."""

    def compile(self, build: Build, level: int) -> Run:
        """A Python function that runs the function which `build` adds to a module.

        `level` is how hard to optimise (0 to 3).
        """


class _MethodDef(ctypes.Structure):
    _fields_ = (
        ("name", ctypes.c_char_p),
        ("function", ctypes.c_void_p),
        ("flags", ctypes.c_int),
        ("doc", ctypes.c_char_p),
    )


class Code:
    """Machine code in memory; gone when the last reference to it is."""

    def __init__(self, tracker: Any, address: int) -> None:
        self.tracker = tracker
        self.definition = _MethodDef(b"region", address, METHOD_FASTCALL, None)


def as_function(code: Code) -> Run:
    """A function that runs the code, and keeps it."""
    make = ctypes.pythonapi.PyCFunction_NewEx
    make.restype = ctypes.py_object
    make.argtypes = (ctypes.c_void_p, ctypes.py_object, ctypes.c_void_p)
    function: Run = make(ctypes.addressof(code.definition), code, None)
    return function


class Bare:
    """LLVM through llvmlite, without numba."""

    def __init__(self) -> None:
        self._machines: dict[int, Any] = {}
        self._count = 0

    @cached_property
    def _target(self) -> Any:
        binding.initialize_native_target()
        binding.initialize_native_asmprinter()
        return binding.Target.from_default_triple()

    @cached_property
    def _linker(self) -> Any:
        return binding.create_lljit_compiler(self._make_machine(0))

    def prepare(self) -> None:
        """Start LLVM."""
        assert self._linker is not None

    def _make_machine(self, level: int) -> Any:
        features = binding.get_host_cpu_features().flatten()
        return self._target.create_target_machine(
            cpu=binding.get_host_cpu_name(), features=features, opt=level, jit=True
        )

    def _machine(self, level: int) -> Any:
        if level not in self._machines:
            self._machines[level] = self._make_machine(level)
        return self._machines[level]

    def compile(self, build: Build, level: int) -> Run:
        """Emit, optimise, and load."""
        module = llvm.Module("region")
        machine = self._machine(level)
        module.triple = self._target.triple
        module.data_layout = str(machine.target_data)
        add_entry(module, build(module))
        parsed = binding.parse_assembly(str(module))
        # LLVM would end the process over what this only refuses.
        parsed.verify()
        optimise(parsed, machine, level)
        return as_function(self._load(machine.emit_object(parsed)))

    def _load(self, machine_code: bytes) -> Code:
        self._count += 1
        library = binding.JITLibraryBuilder().add_object_img(machine_code)
        tracker = library.export_symbol("entry").link(self._linker, f"region{self._count}")
        return Code(tracker, tracker["entry"])


def optimise(parsed: Any, machine: Any, level: int) -> None:
    """Run LLVM's passes; the checks leave nothing to vectorise."""
    options = binding.create_pipeline_tuning_options(speed_level=level)
    options.loop_vectorization = options.slp_vectorization = False
    passes = binding.create_pass_builder(machine, options)
    manager = quick_passes() if level == QUICK else passes.getModulePassManager()
    manager.run(parsed, passes)


def quick_passes() -> Any:
    """The passes that most of the speed comes from, in a tenth of the time of all."""
    manager = binding.create_new_module_pass_manager()
    manager.add_sroa_pass()
    manager.add_simplify_cfg_pass()
    manager.add_instruction_combine_pass()
    manager.add_simplify_cfg_pass()
    return manager


def add_entry(module: llvm.Module, region: llvm.Function) -> None:
    """Add the function that Python calls: three objects in, None out."""
    kind = llvm.FunctionType(I64, [I64, POINTER, I64])
    entry = llvm.Function(module, kind, "entry")
    builder = llvm.IRBuilder(entry.append_basic_block())
    arguments = builder.ptrtoint(entry.args[1], I64)
    builder.call(region, [load(builder, arguments, 8 * index) for index in range(3)])
    call_address(builder, python_api("Py_IncRef"), VOID, address_of(None))
    builder.ret(address_of(None))
