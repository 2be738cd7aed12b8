"""Reading and writing at the bounds of arrays and lists, and beyond them."""

from __future__ import annotations

import itertools
from functools import partial
from typing import Any

import numpy as np
import pytest

from tests.loops.array_running import Kernel, check
from tests.sampling import IS_FULL

COMPILED = ["float64", "int64", "int32", "uint8", "bool"]
OTHERS = ["float32", "complex128", "S3"]
OTHERS += ["int16", "int8", "uint16", "uint32", "uint64", "float16"] if IS_FULL else []
SHAPES = {1: (5,), 2: (3, 5), 3: (2, 3, 4), 4: (2, 3, 2, 3)}
MARGIN = 8
FAR = [2**32, -(2**32), 2**61, -(2**61), 2**62, 2**63 - 1, -(2**63), 2**64]


def guarded(shape: tuple[int, ...], dtype: str, order: str = "C") -> tuple[Any, Any]:
    """An array in the middle of a larger buffer, and that buffer."""
    count = int(np.prod(shape))
    size = np.dtype(dtype).itemsize * (count + 2 * MARGIN)
    buffer = (np.arange(size) % 251).astype(np.uint8)
    array: Any = buffer.view(dtype)[MARGIN : MARGIN + count]
    array = array.reshape(shape, order="F" if order == "F" else "C")
    array[...] = np.arange(count).reshape(shape) % 7
    assert np.shares_memory(array, buffer) or not count
    return array, buffer


def at_bounds(size: int) -> list[int]:
    return [-size - 1, -size, -1, 0, size - 1, size]


def places(shape: tuple[int, ...]) -> list[tuple[int, ...]]:
    """The first element, with one or two of its indices moved to a bound or beyond."""
    found = {
        tuple(index if axis == moved else 0 for axis in range(len(shape)))
        for moved, size in enumerate(shape)
        for index in at_bounds(size)
    }
    corners = itertools.product(*((-1, size - 1) for size in shape))
    beyond = [shape, tuple(-size - 1 for size in shape)]
    return [*sorted(found), *corners, *beyond]


def kernel(ndim: int, statement: str) -> Kernel:
    """Runs a statement at the first element for a while, and then once at another place."""
    indices = ", ".join(f"k{axis}" for axis in range(ndim))
    return Kernel(f"""
        def f(buffer, A, place, value):
            {indices.replace(",", " =")} = 0
            x = None
            for i in range(9):
                if i == 6:
                    {indices}, = place
                else:
                    {indices.replace(",", " =")} = 0
                {statement.format(indices)}
            return x, i
    """)


def value_of(dtype: str) -> Any:
    """Something that an array of the dtype takes, as Python has it."""
    return {"b": True, "f": 2.5, "c": 1j, "S": b"ab"}.get(np.dtype(dtype).kind, 5)


def arguments(
    shape: tuple[int, ...], dtype: str, order: str, place: tuple[int, ...], value: Any
) -> list[Any]:
    array, buffer = guarded(shape, dtype, order)
    return [buffer, array, place, value]


STATEMENTS = {
    "read": "x = A[{}]",
    "write": "A[{}] = value",
    "both": "x = A[{0}]; A[{0}] = value",
}


@pytest.mark.parametrize("dtype", [*COMPILED, *OTHERS])
@pytest.mark.parametrize("ndim", SHAPES)
@pytest.mark.parametrize("statement", STATEMENTS)
def test_array(dtype, ndim, statement):
    shape = SHAPES[ndim]
    ran = kernel(ndim, STATEMENTS[statement])
    for order in "CF" if ndim == 2 or (ndim > 2 and IS_FULL) else "C":
        for place in places(shape):
            ran.check(partial(arguments, shape, dtype, order, place, value_of(dtype)))
    if dtype in COMPILED and ndim <= 2:
        assert ran.native() > len(places(shape))


@pytest.mark.parametrize("dtype", COMPILED)
@pytest.mark.parametrize("statement", STATEMENTS)
@pytest.mark.parametrize("axis", [0, 1])
def test_array_far_beyond(dtype, statement, axis):
    # An address computed from such an index may well wrap around to one inside the array.
    ran = kernel(2, STATEMENTS[statement])
    for index in FAR:
        place = (index, 0) if axis == 0 else (0, index)
        ran.check(partial(arguments, (4, 4), dtype, "C", place, value_of(dtype)))


@pytest.mark.parametrize("index", at_bounds(5))
@pytest.mark.parametrize("statement", ["x = A[{}]", "A[{}] = value", "A[{}] += value"])
def test_array_at_a_constant(index, statement):
    check(
        f"""
        def f(buffer, A, value):
            x = None
            for i in range(9):
                if i > 5:
                    {statement.format(index)}
            return x, i
        """,
        lambda: [*reversed(guarded((5,), "float64")), 2.5],
        native=True,
    )


@pytest.mark.parametrize("first", [-7, -5, -1, 0])
@pytest.mark.parametrize("end", [4, 5, 6, 9])
@pytest.mark.parametrize("step", [1, 2])
@pytest.mark.parametrize("direction", [1, -1])
def test_array_walked_over_its_end(first, end, step, direction):
    check(
        """
        def f(buffer, A, first, end, step):
            total = 0.0
            for i in range(first, end, step):
                total += A[i]
                A[i] = total * 0.5
            return total, i
        """,
        lambda: [
            *reversed(guarded((5,), "float64")),
            *((first, end, step) if direction == 1 else (end - 1, first - 1, -step)),
        ],
    )


@pytest.mark.parametrize("shape", [(0,), (0, 3), (3, 0), (2, 0, 3)])
@pytest.mark.parametrize("index", [-1, 0, 1])
def test_array_without_elements(shape, index):
    subscript = ", ".join(["j"] * len(shape))
    for statement in (f"x = A[{subscript}]", f"A[{subscript}] = 1.5", "x = len(A)"):
        check(
            f"""
            def f(buffer, A, last):
                x = 0
                for i in range(9):
                    j = last if i > 4 else 0
                    if i > 3:
                        {statement}
                return x, i
            """,
            lambda: [*reversed(guarded(shape, "float64")), index],
        )


def test_rows_of_an_array():
    ran = Kernel("""
        def f(buffer, A, row, column):
            x = 0.0
            for i in range(9):
                j, k = (row, column) if i == 6 else (0, 0)
                x += A[j][k]
                A[j][k] = x
            return x, i
    """)
    for row, column in itertools.product(at_bounds(3), at_bounds(4)):
        ran.check(partial(_row_arguments, row, column))


def _row_arguments(row: int, column: int) -> list[Any]:
    return [*reversed(guarded((3, 4), "float64")), row, column]


# ---------------------------------------------------------------------- lists


def shortened(values: list[Any]) -> list[Any]:
    """A list whose memory still holds elements beyond its end."""
    longer = [*values, *values[:3]]
    del longer[len(values) :]
    return longer


LISTS = {
    "floats": lambda: shortened([k * 0.5 for k in range(20)]),
    "ints": lambda: shortened([k * 1000 for k in range(20)]),
    "bools": lambda: shortened([k % 3 == 0 for k in range(20)]),
    "others": lambda: shortened([(k,) for k in range(20)]),
    "lists": lambda: shortened([[k, k * 0.5] for k in range(20)]),
}
VALUES = {"floats": 2.75, "ints": 12345, "bools": True, "others": (), "lists": [1]}
LIST_STATEMENTS = {
    "read": "x = L[j]",
    "write": "L[j] = value",
    "both": "x = L[j]; L[j] = value; y = L[0]",
    "swap": "L[j], L[0] = L[0], L[j]",
}


@pytest.mark.parametrize("name", LISTS)
@pytest.mark.parametrize("statement", LIST_STATEMENTS)
def test_list(name, statement):
    ran = Kernel(f"""
        def f(L, last, value):
            x = y = None
            for i in range(9):
                j = last if i == 6 else 0
                {LIST_STATEMENTS[statement]}
            return x, y, i
    """)
    for index in [*at_bounds(20), *FAR]:
        ran.check(lambda: [LISTS[name](), index, VALUES[name]])  # noqa: B023 - called at once
    if name in {"floats", "ints"} and statement == "read":
        assert ran.native() > len(FAR)


def test_list_of_lists():
    ran = Kernel("""
        def f(R, row, index):
            x = 0
            for i in range(9):
                j, k = (row, index) if i == 6 else (0, 0)
                x = R[j][k]
                R[j][k] = x + 1
            return x, i
    """)
    for row, index in itertools.product(at_bounds(20), at_bounds(2)):
        ran.check(lambda: [LISTS["lists"](), row, index])  # noqa: B023 - called at once


@pytest.mark.parametrize("name", LISTS)
def test_list_that_shrinks(name):
    check(
        """
        def f(L, shrink):
            x = None
            for i in range(30):
                x = L[i]
                if i == 7:
                    shrink(L)
            return x
        """,
        lambda: [LISTS[name](), lambda values: values.__delitem__(slice(10, None))],
    )


@pytest.mark.parametrize("name", LISTS)
def test_list_that_shrinks_while_it_is_iterated(name):
    check(
        """
        def f(L, change):
            seen = 0
            for x in L:
                seen += 1
                if seen == 7:
                    change(L)
                if seen > 60:
                    break
            return x, seen
        """,
        lambda: [LISTS[name](), lambda values: values.__delitem__(slice(10, None))],
    )
    check(
        """
        def f(L):
            seen = 0
            for x in L:
                seen += 1
                if seen < 9:
                    L.append(x)
                elif seen < 15:
                    L.pop()
            return x, seen
        """,
        lambda: [LISTS[name]()],
    )


def test_list_without_elements():
    for statement in ("x = L[0]", "x = L[-1]", "L[0] = 1.5", "L[i] = 1.5", "x = len(L)"):
        check(
            f"""
            def f(L):
                x = 0
                for i in range(9):
                    if i > 5:
                        {statement}
                for y in L:
                    x = y
                return x
            """,
            lambda: [shortened([])],
        )
