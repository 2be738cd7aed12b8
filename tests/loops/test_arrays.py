"""Arrays in every layout, of every type, sharing memory, and changing under a loop."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.lib.stride_tricks import as_strided

from tests.loops.array_running import check
from tests.sampling import IS_FULL, share

COMPILED = ["float64", "int64", "int32", "uint8", "bool"]
OTHERS = [
    *["float32", "float16", "longdouble", "complex128", "int16", "int8", "uint16", "uint32"],
    *["uint64", "S3", "U2", "datetime64[s]", "timedelta64[D]", "object"],
]
SWAPPED = [">f8", ">i8", ">i4", ">f4", ">u2"]


def numbers(count: int, dtype: str = "float64") -> Any:
    return (np.arange(count) % 120 - (0 if dtype == "uint8" else 3)).astype(dtype)


# ---------------------------------------------------------------------- shared memory

SHIFT = """
    def f(base, A, B, n):
        total = 0
        for i in range(n):
            A[i] = B[i] + 1
            B[n - 1 - i] = A[i]
            total = total * 0.5 + A[i // 2] - B[-1]
        return total
"""
TWO_PASSES = """
    def f(base, A, B, n):
        i = 0
        while i < n:
            x = A[i]
            B[i] = x
            y = A[i]
            if x != y:
                A[0] = y
            i += 1
        return x, y
"""
PAIRS: dict[str, Callable[[Any], tuple[Any, Any]]] = {
    "the same": lambda b: (b[:30], b[:30]),
    "one object": lambda b: (b, b),
    "ahead": lambda b: (b[:30], b[1:31]),
    "behind": lambda b: (b[1:31], b[:30]),
    "far": lambda b: (b[:30], b[17:47]),
    "backwards": lambda b: (b[29::-1], b[:30]),
    "steps": lambda b: (b[::3][:30], b[:30]),
    "interleaved": lambda b: (b[0:60:2], b[1:61:2]),
    "apart": lambda b: (b[:30], b[50:80]),
    "all one": lambda b: (as_strided(b, (30,), (0,)), b[:30]),
    "overlapping itself": lambda b: (as_strided(b, (30,), (b.itemsize,)), b[2:32]),
}


@pytest.mark.parametrize("pair", PAIRS)
@pytest.mark.parametrize("dtype", ["float64", "int64", "int32"])
@pytest.mark.parametrize("source", [SHIFT, TWO_PASSES], ids=["shift", "passes"])
def test_views_that_share_memory(pair, dtype, source):
    def make() -> list[Any]:
        base = numbers(100, dtype)
        return [base, *PAIRS[pair](base), 30]

    check(source, make, native=dtype == "float64")


@pytest.mark.parametrize(
    ("first", "second"),
    [*itertools.permutations(["float64", "int64", "int32", "uint8"], 2), ("uint8", "bool")],
)
def test_views_of_other_types(first, second):
    # What is written as one type is read as the other, at once.
    def make() -> list[Any]:
        base = np.zeros(64, np.uint8) if second == "bool" else np.arange(8.0).view(np.uint8)
        return [base, base.view(first), base.view(second)]

    check(
        """
        def f(base, A, B):
            total = 0.0
            for i in range(64):
                j = i % len(A)
                k = i % len(B)
                if B[k] == 0:
                    A[j] = 1
                before = B[k]
                A[j] = i % 2
                after = B[k]
                if before != after:
                    total += i
            return total, before, after
        """,
        make,
    )


@pytest.mark.parametrize(
    ("stores", "pair", "dtype"),
    share(itertools.product([1, 3, 12], PAIRS, ["float64", "float32"])),
)
def test_stores_before_a_warning(pair, dtype, stores):
    # What was stored since the operation that warns is put back, and done again.
    def make() -> list[Any]:
        base = numbers(100, dtype)
        base[[15, 40]] = np.finfo(base.dtype).max / 16
        base[25] = np.inf
        return [base, *PAIRS[pair](base), 30 - stores]

    more = [f"B[i + {k}] = B[i + {k}] * 0.5 + A[i + {stores - k}]" for k in range(stores)]
    lines = ["def f(base, A, B, n):", "    for i in range(n):", "        x = A[i] * A[i]"]
    source = "\n".join([*lines, *(f"        {each}" for each in more), "    return x"])
    check(source, make, native=stores <= 3)


def test_two_names_of_one_list():
    def make() -> list[Any]:
        values = [k * 0.5 for k in range(10)]
        return [values, values, [values, values, [1.5] * 10]]

    check(
        """
        def f(L, M, R):
            total = 0.0
            for i in range(40):
                before = M[i % 10]
                L[i % 10] = before + 1.0
                R[i % 3][3] = M[i % 10]
                total += M[i % 10] - before + R[0][i % 10] * R[1][3]
                M[4] = L[5]
            return total, L[4] is M[5], before
        """,
        make,
    )


# ---------------------------------------------------------------------- layouts

WALK = """
    def f(base, A, n, m):
        total = 0.0
        for i in range(n):
            for j in range(m):
                total += A[i, j] * 0.5
                A[i, j - 1] = total - A[i - 1, j]
        return total
"""
READ = """
    def f(base, A, n, m):
        total = 0.0
        x = None
        for i in range(n):
            for j in range(m):
                x = A[i, j]
                total += float(x)
                if x < A[-1, -1]:
                    total -= 0.25
        return total, x
"""
LAYOUTS: dict[str, Callable[[Any], Any]] = {
    "C": lambda b: b.reshape(20, 20),
    "F": lambda b: b.reshape((20, 20), order="F"),
    "transposed": lambda b: b.reshape(10, 40).T,
    "reversed": lambda b: b.reshape(20, 20)[::-1, ::-1],
    "reversed rows": lambda b: b.reshape(20, 20)[::-1],
    "part": lambda b: b.reshape(20, 20)[3:15, 2:9],
    "steps": lambda b: b.reshape(20, 20)[::3, 1::2],
    "one row for all": lambda b: as_strided(b, (10, 20), (0, b.itemsize)),
    "one column for all": lambda b: as_strided(b, (10, 20), (b.itemsize, 0)),
    "one element": lambda b: as_strided(b, (6, 6), (0, 0)),
    "sliding": lambda b: as_strided(b, (20, 5), (b.itemsize, b.itemsize)),
    "of three": lambda b: b.reshape(5, 8, 10)[:, 3],
    "swapped axes": lambda b: b.reshape(5, 8, 10).swapaxes(0, 2)[:, 2],
    "one wide": lambda b: b.reshape(400, 1)[:30],
    "one high": lambda b: b.reshape(1, 400)[:, :30],
}


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("dtype", COMPILED if IS_FULL else ["float64", "uint8"])
@pytest.mark.parametrize("source", [WALK, READ], ids=["walk", "read"])
def test_layouts(layout, dtype, source):
    def make() -> list[Any]:
        base = numbers(400, dtype)
        array = LAYOUTS[layout](base)
        return [base, array, *array.shape]

    check(source, make, native=source == READ or dtype == "float64")


@pytest.mark.parametrize("order", list(itertools.permutations(range(3))))
def test_three_axes_in_any_order(order):
    def make() -> list[Any]:
        base = numbers(60)
        return [base, base.reshape(3, 4, 5).transpose(order)]

    check(
        """
        def f(base, A):
            total = 0.0
            for i in range(A.shape[0]):
                for j in range(A.shape[1]):
                    for k in range(A.shape[2]):
                        total += A[i, j, k] * A[-1 - i, -1 - j, -1 - k]
                        A[i, j, 0] = A[0, j, k] + 0.5
            return total
        """,
        make,
        native=True,
    )


def test_unaligned():
    def make() -> list[Any]:
        buffer = bytearray(b"x" + numbers(20).tobytes())
        whole = bytearray(b"x" + numbers(20, "int64").tobytes())
        return [np.frombuffer(buffer, "f8", offset=1), np.frombuffer(whole, "i8", offset=1)]

    check(
        """
        def f(A, K):
            total = 0.0
            for i in range(20):
                total += A[i] + float(K[i])
                A[i] = total
                K[i] = i
            return total, A[3], K[3]
        """,
        make,
    )


# ---------------------------------------------------------------------- types

ELEMENTS = """
    def f(A):
        seen = []
        x = y = None
        for i in range(len(A)):
            x = A[i]
            y = A[-1]
            if i == 4:
                seen.append(x)
        return x, y, seen, A
"""


@pytest.mark.parametrize("dtype", COMPILED)
def test_elements_have_the_type_of_the_array(dtype):
    found = check(ELEMENTS, lambda: [numbers(9, dtype)], native=True)
    name = np.dtype(dtype).type.__name__
    assert found.result.startswith(f"tuple(np.{name}("), found.result


@pytest.mark.parametrize("dtype", [*OTHERS, *SWAPPED])
def test_elements_of_other_types(dtype):
    check(ELEMENTS, lambda: [np.arange(9).astype(dtype)])


@pytest.mark.parametrize("dtype", SWAPPED)
def test_other_byte_order(dtype):
    check(
        """
        def f(A):
            total = 0
            for i in range(len(A)):
                total = total + A[i]
                A[i] = 7 + i
                A[i] += 1
            return total, A[3]
        """,
        lambda: [np.arange(9).astype(dtype)],
    )


@pytest.mark.parametrize("dtype", ["<f8", "=i8", "<i4", "|u1", "intc", "longlong", "intp", "q"])
def test_names_of_types(dtype):
    # Some of these are other types of the same size: np.longlong is not np.int64 in some versions.
    check(ELEMENTS, lambda: [np.arange(9).astype(dtype)])


@pytest.mark.parametrize("dtype", COMPILED)
def test_computing_with_elements(dtype):
    check(
        """
        def f(A):
            x = y = z = w = None
            for i in range(len(A)):
                x = A[i] + 1
                y = A[i] * 0.5
                z = A[i] < A[i - 1]
                w = float(A[i]) + int(A[i])
                v = A[i] if z else 3
            return x, y, z, w, v
        """,
        lambda: [numbers(20, dtype)],
    )


def test_float64_is_no_float():
    found = check(
        """
        def f(A):
            total = 0.0
            plain = 0.0
            for i in range(len(A)):
                total += A[i]
                plain += float(A[i])
            for i in range(0):
                total = 0
            return total, plain, total == plain, type(total) is float
        """,
        lambda: [numbers(20)],
        native=True,
    )
    assert found.result.startswith("tuple(np.float64(130.0"), found.result
    assert found.result.endswith("130.0, np.bool(True, 01), False)"), found.result


VALUES = {
    "int": 5,
    "negative": -1,
    "large": 300,
    "larger": 2**31,
    "largest": 2**63,
    "beyond": 2**64,
    "float": 2.7,
    "huge float": 1e300,
    "nan": float("nan"),
    "minus zero": -0.0,
    "bool": True,
    "None": None,
    "text": "3",
    "complex": 1j,
    "list": [1],
    "empty list": [],
    "float64": np.float64(2.7),
    "float32": np.float32(2.7),
    "int64": np.int64(300),
    "negative int64": np.int64(-1),
    "uint8": np.uint8(200),
    "bool_": np.True_,
    "array": np.array(4),
    "array of one": np.array([4.5]),
    "array of two": np.array([1, 2]),
}


@pytest.mark.parametrize("dtype", [*COMPILED, "float32", "S3"] if IS_FULL else COMPILED[::2])
@pytest.mark.parametrize("value", VALUES)
def test_storing(dtype, value):
    # The first stores are of a kind that fits.
    check(
        """
        def f(A, usual, value):
            stored = 0
            for i in range(9):
                v = value if i == 6 else usual
                A[i] = v
                stored += 1
            return stored, v
        """,
        lambda: [np.zeros(9, dtype), np.zeros(1, dtype).tolist()[0], VALUES[value]],
    )


@pytest.mark.parametrize("value", VALUES)
def test_storing_always(value):
    for dtype in COMPILED:
        check(
            """
            def f(A, value):
                for i in range(9):
                    A[i] = value
                return i
            """,
            lambda: [np.zeros(9, dtype), VALUES[value]],  # noqa: B023 - called at once
        )


@pytest.mark.parametrize("dtype", COMPILED)
@pytest.mark.parametrize("operator", ["+=", "-=", "*=", "//=", "/=", "%=", "|=", "**="])
def test_augmented_assignment(dtype, operator):
    check(
        f"""
        def f(A):
            for i in range(len(A)):
                A[i] {operator} 3
                A[i - 1] {operator} A[i]
            return A[0]
        """,
        lambda: [numbers(9, dtype)],
    )


def test_converting_between_types():
    check(
        """
        def f(A, K, I, U, F):
            for i in range(9):
                K[i] = I[i]
                I[i] = U[i]
                A[i] = F[i]
                F[i] = K[i]
                U[i] = A[i]
                A[i] = K[i] * 2
                K[i] = A[i]
                I[i] = K[i]
            return A[3], K[3], I[3], U[3], F[3]
        """,
        lambda: [numbers(9, dtype) for dtype in COMPILED],
    )


# ---------------------------------------------------------------------- what must not be written


def read_only(array: Any) -> Any:
    array.flags.writeable = False
    return array


@pytest.mark.parametrize("dtype", COMPILED)
def test_read_only(dtype):
    source = """
        def f(A, B):
            total = 0.0
            for i in range(9):
                total += float(A[i])
                B[i] = A[i]
                if i == 7:
                    A[i] = 1
            return total
    """
    found = check(source, lambda: [read_only(numbers(9, dtype)), numbers(9, dtype)])
    assert found.error.startswith("ValueError: assignment destination is read-only"), found.error
    check(source, lambda: [np.broadcast_to(numbers(1, dtype), (9,)), numbers(9, dtype)])
    check(source, lambda: [np.frombuffer(bytes(72), dtype)[:9], numbers(9, dtype)])


def test_read_only_from_the_start():
    check(
        """
        def f(A):
            for i in range(9):
                A[i] = 1.0
        """,
        lambda: [read_only(numbers(9))],
    )


CHANGES: dict[str, Callable[[Any], object]] = {
    "read-only": lambda a: setattr(a.flags, "writeable", False),
    "shape": lambda a: setattr(a, "shape", (5, 4)),
    "flat": lambda a: setattr(a, "shape", (20,)),
    "smaller": lambda a: a.resize((3, 2), refcheck=False),
    "larger": lambda a: a.resize((400, 40), refcheck=False),
    "emptied": lambda a: a.resize((0, 0), refcheck=False),
    "other type": lambda a: setattr(a, "dtype", np.dtype("int64")),
    "half the size": lambda a: setattr(a, "dtype", np.dtype("int32")),
    "byte order": lambda a: setattr(a, "dtype", a.dtype.newbyteorder()),
    "strides": lambda a: setattr(a, "strides", (8, 8)),
    "values": lambda a: a.fill(7.5),
    "nothing": lambda a: None,
}


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("first", [0, 3])
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_array_changed_in_place_by_a_callee(change, first):
    # Setting some attributes warns in newer versions of numpy, in both runs.
    check(
        """
        def f(A, change, first):
            total = 0.0
            for i in range(12):
                for j in range(3):
                    x = A[i % 3, j % 2]
                    total += float(x)
                    A[j, 1] = total
                if i == first or i == 7:
                    change(A)
            return total, x, len(A), A.shape
        """,
        lambda: [numbers(20).reshape(4, 5).copy(), CHANGES[change], first],
    )


REPLACEMENTS: dict[str, Callable[[], Any]] = {
    "same": lambda: numbers(30),
    "ints": lambda: numbers(30, "int64"),
    "float32": lambda: numbers(30, "float32"),
    "shorter": lambda: numbers(3),
    "matrix": lambda: numbers(30).reshape(15, 2),
    "list": lambda: [k * 0.5 for k in range(30)],
    "tuple": lambda: tuple(range(30)),
    "dict": lambda: dict.fromkeys(range(30), 1.5),
    "text": lambda: "text" * 10,
    "None": lambda: None,
    "read-only": lambda: read_only(numbers(30)),
    "backwards": lambda: numbers(60)[::-2],
}


@pytest.mark.parametrize("replacement", REPLACEMENTS)
def test_another_array_in_the_variable(replacement):
    check(
        """
        def f(A, B):
            total = 0.0
            for i in range(20):
                if i == 10:
                    A = B
                x = A[i]
                total += x
                A[i] = total
            return total, x
        """,
        lambda: [numbers(30), REPLACEMENTS[replacement]()],
        native=True,
    )
    check(
        """
        def f(A, B):
            total = 0.0
            for i in range(20):
                A, B = B, A
                x = A[i]
                total += x
            return total, x
        """,
        lambda: [numbers(30), REPLACEMENTS[replacement]()],
    )


# ---------------------------------------------------------------------- subclasses


class Logged(np.ndarray):
    """Tells of each read and write."""

    def __getitem__(self, index: Any) -> Any:
        print("get", index)
        return super().__getitem__(index)

    def __setitem__(self, index: Any, value: Any) -> None:
        print("set", index, value)
        super().__setitem__(index, value)


class Quiet(np.ndarray):
    """Nothing but another type."""


SUBCLASSES: dict[str, Callable[[], Any]] = {
    "logged": lambda: numbers(9).view(Logged),
    "quiet": lambda: numbers(9).view(Quiet),
    "masked": lambda: np.ma.masked_greater(numbers(9), 3),
    "matrix": lambda: numbers(9).reshape(9, 1).view(np.matrix),
    "records": lambda: np.zeros(9, [("a", "f8"), ("b", "i4")]).view(np.recarray),
    "structured": lambda: np.zeros(9, [("a", "f8"), ("b", "i4")]),
}


@pytest.mark.parametrize("name", SUBCLASSES)
@pytest.mark.filterwarnings("ignore::PendingDeprecationWarning")
def test_subclasses(name):
    check(
        """
        def f(A):
            x = None
            for i in range(9):
                x = A[i]
                A[i - 1] = x
            return type(x).__name__, len(A), i
        """,
        lambda: [SUBCLASSES[name]()],
    )


# ---------------------------------------------------------------------- subscripts

SUBSCRIPTS = [
    *["i, j", "(i, j)", "t", "i", "-1, -1", "i, -j", "i, j, 0", "...", "i, ...", "..., j", "None"],
    *[
        "i:",
        "i:j",
        ":, j",
        "i, :",
        "[i, j]",
        "i > 2",
        "True",
        "False, 0",
        "i, True",
        "1.0",
        "i, 2.0",
    ],
    *[
        "np.int64(i)",
        "np.int64(i), j",
        "np.uint8(i), np.int32(j)",
        "np.float64(i)",
        "np.True_",
        "()",
    ],
    *["i // 1.0", "'a'", "None, i", "K[i]", "K[i], K[j]", "K", "F", "F[i]", "i - 9", "i, 9"],
]


@pytest.mark.parametrize("subscript", SUBSCRIPTS)
def test_subscripts(subscript):
    for statement in (f"x = A[{subscript}]", f"A[{subscript}] = 2.5", f"A[{subscript}] += 1"):
        check(
            f"""
            def f(A, K, F):
                x = None
                for i in range(4):
                    j = (i * 2) % 3
                    t = (i, j)
                    A[i, j] = i * 0.5
                    {statement}
                return x
            """,
            lambda: [numbers(12).reshape(4, 3), np.arange(4), np.arange(4) % 2 == 0],
        )


@pytest.mark.parametrize("subscript", SUBSCRIPTS)
def test_subscripts_of_a_vector(subscript):
    check(
        f"""
        def f(A, K, F):
            x = None
            for i in range(8):
                j = i % 3
                t = (i,)
                x = A[i]
                if i > 4:
                    x = A[{subscript}]
            return x
        """,
        lambda: [numbers(8), np.arange(8), np.arange(8) % 2 == 0],
    )


@pytest.mark.parametrize("subscript", ["()", "0", "...", "-1", "0, 0", "None", "i", "i, i"])
def test_subscripts_of_an_array_without_axes(subscript):
    for statement in (f"x = A[{subscript}]", f"A[{subscript}] = 2.5", "x = len(A)"):
        check(
            f"""
            def f(A):
                x = None
                for i in range(6):
                    x = A[()]
                    if i > 3:
                        {statement}
                return x, A.ndim, A.shape, A.size
            """,
            lambda: [np.array(1.5)],
        )


@pytest.mark.parametrize("shape", [(12,), (3, 4), (2, 3, 2), (1, 2, 3, 2), (0,), (0, 5)])
def test_sizes(shape):
    check(
        """
        def f(A):
            n = total = 0
            for i in range(10):
                n += len(A) + A.size + A.ndim
                for k in range(A.ndim):
                    total += A.shape[k] * (k + 1) - A.shape[-1]
                rows, *others = A.shape
                if i == 7:
                    total += len(A[0])
            return n, total, rows, others, A.shape
        """,
        lambda: [numbers(12)[: int(np.prod(shape))].reshape(shape)],
    )


@pytest.mark.parametrize("index", [-3, -2, 0, 1, 2, 2**40])
def test_index_of_the_shape(index):
    check(
        """
        def f(A, index):
            n = 0
            for i in range(10):
                k = index if i == 6 else 0
                n += A.shape[k]
            return n
        """,
        lambda: [numbers(12).reshape(3, 4), index],
    )


# ---------------------------------------------------------------------- rows and iteration


@pytest.mark.parametrize("layout", share(["C", "F", "transposed", "reversed", "one row for all"]))
def test_rows(layout):
    def make() -> list[Any]:
        base = numbers(400)
        return [base, LAYOUTS[layout](base)]

    check(
        """
        def f(base, A):
            total = 0.0
            kept = None
            for i in range(len(A)):
                row = A[i]
                for j in range(len(row)):
                    total += row[j] * A[i][j]
                    row[j - 1] = total * 1e-3
                    A[i - 1][j] += 0.5
                if i == 4:
                    kept = row
            kept[0] = -1.0
            return total, row, kept, row.base is A.base, row.shape
        """,
        make,
    )


def test_rows_of_three_axes():
    check(
        """
        def f(A):
            total = 0.0
            for i in range(len(A)):
                plane = A[i]
                for j in range(len(plane)):
                    row = plane[j]
                    for k in range(row.shape[0]):
                        total += row[k] - plane[j, k] + A[i][j][k] + A[i, j][k]
                        row[k] = total
            return total, row, plane
        """,
        lambda: [numbers(24).reshape(2, 3, 4)],
    )


@pytest.mark.parametrize("dtype", [*COMPILED, "float32", "object"])
def test_iterating(dtype):
    check(
        """
        def f(A):
            total = 0.0
            x = None
            for x in A:
                total += float(x)
            for k, x in enumerate(A):
                total += k
                if k == 5:
                    break
                A[k + 1] = 1
            for x, y in zip(A, range(5)):
                total += y
            return total, x, y
        """,
        lambda: [numbers(9, dtype)],
    )


def test_iterating_over_rows():
    check(
        """
        def f(A):
            total = 0.0
            for row in A:
                for x in row:
                    total += x
                row[0] = total
            return total, row, x
        """,
        lambda: [numbers(12).reshape(3, 4)],
    )


def test_array_computed_in_the_loop():
    check(
        """
        def f(A):
            total = 0.0
            for i in range(9):
                B = A * 2.0
                B[i] = 7.0
                total += B[i - 1] + A[i]
                if i == 5:
                    A = B + 1
            return total, A, B
        """,
        lambda: [numbers(9)],
    )


@pytest.mark.parametrize("error", ["raise", "warn", "ignore"])
def test_error_state_of_numpy(error):
    check(
        """
        def f(A, error):
            total = 0.0
            with np.errstate(all=error):
                for i in range(9):
                    total += A[i] * 1e300
                    total = total * 1e200 if i == 7 else total
            return total
        """,
        lambda: [numbers(9), error],
    )
    check(
        """
        def f(A, error):
            total = A[0]
            for i in range(9):
                if i == 5:
                    np.seterr(all=error)
                total = A[i] * 1e-300
                total = total * 1e-300 if i > 6 else total
            np.seterr(divide='warn', over='warn', under='ignore', invalid='warn')
            return total
        """,
        lambda: [numbers(9), error],
    )
