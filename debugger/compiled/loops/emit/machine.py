"""The machine: LLVM types and constants, and small pieces of code that all emitters share."""

from __future__ import annotations

import ctypes
from typing import Any

from llvmlite import ir

Type = Any
I1, I8, I32, I64 = (ir.IntType(bits) for bits in (1, 8, 32, 64))
F32, F64 = ir.FloatType(), ir.DoubleType()
VOID, POINTER = ir.VoidType(), ir.PointerType()
MIN, MAX = -(2**63), 2**63 - 1
EXACT_IN_FLOAT = 2**53
"""Up to here (both signs) integers and floats are compared and divided without rounding."""


def integer(value: int, machine_type: Type = I64) -> Any:
    """An integer constant."""
    return ir.Constant(machine_type, value)


def constant(number: Any) -> int | None:
    """The number, None unless it is a constant of the code."""
    return number.constant if isinstance(number, ir.Constant) else None


def real(value: float, machine_type: Type = F64) -> Any:
    """A floating point constant."""
    return ir.Constant(machine_type, value)


def address_of(value: object) -> Any:
    """The address of an object as a constant; somebody has to keep the object alive."""
    return integer(id(value))


def load(builder: Any, address: Any, offset: int = 0, machine_type: Type = I64) -> Any:
    """Load from `address + offset` (bytes)."""
    return builder.load(pointer(builder, address, offset), typ=machine_type)


def store(builder: Any, value: Any, address: Any, offset: int = 0) -> None:
    """Store to `address + offset` (bytes)."""
    builder.store(value, pointer(builder, address, offset))


def pointer(builder: Any, address: Any, offset: int = 0) -> Any:
    """`address + offset` as a pointer."""
    base = builder.inttoptr(address, POINTER)
    return builder.gep(base, [integer(offset)], source_etype=I8) if offset else base


def intrinsic(builder: Any, name: str, result: Type, *arguments: Any) -> Any:
    """Call an intrinsic of LLVM by its full name."""
    module = builder.module
    function = module.globals.get(name)
    if function is None:
        kind = ir.FunctionType(result, [a.type for a in arguments])
        function = ir.Function(module, kind, name)
    return builder.call(function, arguments)


def call_address(builder: Any, address: int, result: Type, *arguments: Any) -> Any:
    """Call a C function by its address: what LLVM does not know it does not change."""
    kind = ir.FunctionType(result, [a.type for a in arguments])
    return builder.call(builder.inttoptr(integer(address), kind.as_pointer()), arguments)


def python_api(name: str) -> int:
    """The address of a function of the C API."""
    return start_of(getattr(ctypes.pythonapi, name))


def start_of(function: Any) -> int:
    """Where a function of a library begins; not by `ctypes.cast`, which makes garbage."""
    address = ctypes.c_void_p.from_address(ctypes.addressof(function)).value
    assert address is not None
    return address
