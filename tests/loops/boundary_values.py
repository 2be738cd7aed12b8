"""The values at which operations of each kind change their ways, and a few random ones."""

from __future__ import annotations

import math
import random
import struct
from functools import cache
from itertools import product
from typing import Any

import numpy as np

SEED = 20_240
RANDOM_VALUES = 6

INT_BITS = 64
INT_MIN, INT_MAX = -(2**63), 2**63 - 1

EDGES = sorted({sign * 2**power for power in (31, 32, 53, 62, 63) for sign in (-1, 1)})
INTS = [
    *(0, 1, -1, 2, -2, 3, -3, 5, 7, 8, 10, -10, 30, 31, 32, 33, 62, 63, 64, 65, -64, 100, 256, 257),
    *(-5, -6, 1000, -1000),
    *(edge + step for edge in EDGES for step in (-1, 0, 1)),
    *(3_037_000_499, 3_037_000_500, -3_037_000_500),  # the square root of 2**63
    *(2**64 - 1, 2**64, -(2**64), 2**70, -(2**70), 10**40),
]
FLOATS = [
    *(-36.288, -21.341, 38.013),  # the square is not the second power, in the last bit
    *(0.0, -0.0, 1.0, -1.0, 2.0, -2.0, 0.5, -0.5, 1.5, 2.5, -2.5, 3.5, 3.0, -3.0, 7.25, 10.0),
    *(0.1, -0.3, 1 / 3, 0.9999999999999999, 1.0000000000000002, 100.0, 170.0, 171.7, 709.8, 1000.0),
    *(math.inf, -math.inf, math.nan, -math.nan),
    *(5e-324, -5e-324, 1e-308, 2.2250738585072014e-308, -1e-310),
    *(1e308, -1e308, 1.7976931348623157e308, -1.7976931348623157e308, 1e200, -1e-200, 1e22),
    *(2.0**31, -(2.0**31) - 1, 2.0**32, 2.0**53, 2.0**53 - 1, -(2.0**53), 2.0**53 + 2),
    *(2.0**62, 2.0**63, -(2.0**63), 2.0**63 - 1024, -(2.0**63) - 2048, 2.0**64, 1e19, -1e19),
    *(0.49999999999999994, 4503599627370495.5, 4503599627370496.5, math.pi, math.e, -math.pi / 2),
]
FLOAT32S = [
    *(44.788, 34.39, -32.195),  # likewise
    *(0.0, -0.0, 1.0, -1.0, 2.0, -2.0, 0.5, -0.5, 1.5, 2.5, -2.5, 3.5, 3.0, -3.0, 10.0, 0.1, -0.3),
    *(1 / 3, 0.99999994, 1.0000001, 88.8, 100.0, math.inf, -math.inf, math.nan),
    *(1e-45, -1e-45, 1e-40, 1.1754944e-38, 3.4028235e38, -3.4028235e38, 1e38, 1e20, -1e-20),
    *(2.0**24, 2.0**24 - 1, 2.0**24 + 2, 2.0**31, -(2.0**31), 2.0**32, 2.0**63, -(2.0**63)),
    *(2.0**64, 8388607.5, 0.49999997, math.pi),
]
SMALL = [0, 1, -1, 2, -2, 3, -3, 5, 7, 8, 10, -10, 15, 16, 31, 32, 63, 64, 100]


def _ints(source: random.Random) -> list[int]:
    """Some of any length up to 64 bits."""
    return [
        source.choice((1, -1)) * source.getrandbits(source.randrange(1, INT_BITS))
        for _ in range(RANDOM_VALUES)
    ]


def _floats(source: random.Random) -> list[float]:
    """Some near one, and some of any exponent."""
    near = [source.uniform(-10.0, 10.0) for _ in range(RANDOM_VALUES)]
    bits = [source.getrandbits(64) for _ in range(RANDOM_VALUES)]
    return near + [struct.unpack("d", struct.pack("Q", each))[0] for each in bits]


def _numpy_ints(kind: type[Any], source: random.Random) -> list[Any]:
    limits = np.iinfo(kind)
    low, high = int(limits.min), int(limits.max)
    root = math.isqrt(high)
    wanted = [
        *SMALL,
        *(low, low + 1, low // 2, low // 2 - 1, high, high - 1, high // 2, high // 2 + 1),
        *(root, root + 1, -root - 1),
        *(edge + step for edge in EDGES for step in (-1, 0, 1)),
        *(source.randint(low, high) for _ in range(RANDOM_VALUES)),
    ]
    return [kind(each) for each in dict.fromkeys(wanted) if low <= each <= high]


def _numpy_floats(kind: type[Any], values: list[float], source: random.Random) -> list[Any]:
    with np.errstate(all="ignore"):
        return [kind(each) for each in (*values, *_floats(source))]


def _values() -> dict[str, list[Any]]:
    source = random.Random(SEED)  # noqa: S311
    numpy_ints = (
        *(np.int64, np.int32, np.int16, np.int8),
        *(np.uint64, np.uint32, np.uint16, np.uint8),
    )
    return {
        "int": list(dict.fromkeys(INTS + _ints(source))),
        "bool": [False, True],
        "float": FLOATS + _floats(source),
        "None": [None],
        "float64": _numpy_floats(np.float64, FLOATS, source),
        "float32": _numpy_floats(np.float32, FLOAT32S, source),
        **{kind.__name__: _numpy_ints(kind, source) for kind in numpy_ints},
        "bool_": [np.False_, np.True_],
    }


VALUES = _values()
"""Of each kind, by its name."""

PLAIN = {
    name: None if name == "None" else type(values[0])(0.5 if name.startswith("float") else 1)
    for name, values in VALUES.items()
}
"""A value of each kind for which no operation fails that can succeed for another of the kind."""

WIDE = frozenset({"int", "float", "float64", "float32"})
"""The kinds of which there is no end of values."""

NUMBERS = tuple(name for name in VALUES if name != "None")
NUMPY = tuple(name for name in NUMBERS if name not in {"int", "bool", "float"})
FLOATING = ("float", "float64", "float32")
NUMPY_INTS = tuple(name for name in NUMPY if "int" in name)


def arguments(kinds: tuple[str, ...], count: int, seed: str) -> list[tuple[Any, ...]]:
    """Tuples of values of these kinds, `count` of them, or all of a kind that has no more.

    Every fourth, if there are two, is of values that are equal or nearly so.
    """
    everything = list(product(*(VALUES[kind] for kind in kinds)))
    source = random.Random(f"{SEED} {kinds} {seed}")  # noqa: S311
    if len(everything) <= count:
        missing = count - len(everything) if WIDE.issuperset(kinds) else 0
        return everything + [
            tuple(random_value(kind, source) for kind in kinds) for _ in range(missing)
        ]
    chosen = source.sample(everything, count)
    if len(kinds) == 2:
        close = close_pairs(*kinds)
        wanted = min(len(close), count // 4)
        chosen[:wanted] = source.sample(close, wanted)
    return chosen


def random_value(kind: str, source: random.Random) -> Any:
    """One more value of a kind that has many."""
    if kind == "int":
        return source.choice(_ints(source))
    value = source.choice(_floats(source))
    with np.errstate(all="ignore"):
        return value if kind == "float" else getattr(np, kind)(value)


@cache
def close_pairs(left: str, right: str) -> list[tuple[Any, Any]]:
    """The pairs of values that differ by one at most, or by a few parts in 2**50."""
    lefts, rights = ([(each, _whole(each)) for each in VALUES[kind]] for kind in (left, right))
    return [
        (a, b)
        for a, near_a in lefts
        for b, near_b in rights
        if abs(near_a - near_b) <= max(1, abs(near_a) >> 50)
    ]


def _whole(value: Any) -> int:
    """The nearest whole number; for what has none, one that is far from all others."""
    if value is None or math.isnan(value):
        return -(2**3000)
    if math.isinf(value):
        return 2**2000 if value > 0 else -(2**2000)
    return round(float(value)) if isinstance(value, float | np.floating) else int(value)
