"""The loops that are timed: each a function that computes with numbers, arrays or lists.

They are ordinary functions; those that take no list compile under plain `numba.njit` too. `sor`,
`sparse_mat_mult` and `monte_carlo` do what three parts of the SciMark benchmark do. `KERNELS` says
with which arguments each is called; the sizes are such that CPython takes 0.1 to 2 seconds, and
that a call of the engine (0.03 to 0.5 ms, most where arrays have emptied the caches) is little of
what is measured.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bytes = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Kernel:
    """A function, how its arguments are made, and what is expected of compiled loops."""

    name: str
    function: Callable[..., object]
    make: Callable[[], tuple[object, ...]]  # new arguments: a kernel may change them
    data: str  # what it works on: "array", "list", "object", "call" or "number"
    never: str  # an expression of its variables in the innermost loop, false all the time
    bar: float = 2.2  # the ratio of the engine's time to njit's that is not to be exceeded


def sum_array(a: Floats) -> float:
    s = 0.0
    for i in range(len(a)):
        s += a[i]
    return s


def sum_list(data: list[float]) -> float:
    s = 0.0
    for x in data:
        s += x
    return s


def sum_list_index(data: list[float]) -> float:
    s = 0.0
    for i in range(len(data)):
        s += data[i]
    return s


def collatz(limit: int) -> int:
    total = 0
    start = 1
    while start < limit:
        n = start
        steps = 0
        while n != 1:
            if n % 2 == 0:
                n //= 2
            else:
                n = 3 * n + 1
            steps += 1
        total += steps
        start += 1
    return total


def mandelbrot(width: int, height: int, limit: int) -> int:
    total = 0
    for row in range(height):
        ci = 2.0 * row / height - 1.0
        for column in range(width):
            cr = 3.0 * column / width - 2.0
            x = 0.0
            y = 0.0
            count = 0
            while count < limit and x * x + y * y <= 4.0:
                x, y = x * x - y * y + cr, 2.0 * x * y + ci
                count += 1
            total += count
    return total


def nbody(place: Floats, speed: Floats, mass: Floats, steps: int, dt: float) -> float:
    count = len(mass)
    for _ in range(steps):
        for i in range(count):
            for j in range(i + 1, count):
                dx = place[i, 0] - place[j, 0]
                dy = place[i, 1] - place[j, 1]
                dz = place[i, 2] - place[j, 2]
                squared = dx * dx + dy * dy + dz * dz
                pull = dt / (squared * math.sqrt(squared))
                to_i = pull * mass[j]
                to_j = pull * mass[i]
                speed[i, 0] -= dx * to_i
                speed[i, 1] -= dy * to_i
                speed[i, 2] -= dz * to_i
                speed[j, 0] += dx * to_j
                speed[j, 1] += dy * to_j
                speed[j, 2] += dz * to_j
        for i in range(count):
            for axis in range(3):
                place[i, axis] += dt * speed[i, axis]
    energy = 0.0
    for i in range(count):
        for axis in range(3):
            energy += 0.5 * mass[i] * speed[i, axis] * speed[i, axis]
    return energy


def matmul(a: Floats, b: Floats, c: Floats) -> None:
    rows, inner = a.shape
    columns = b.shape[1]
    for i in range(rows):
        for j in range(columns):
            s = 0.0
            for k in range(inner):
                s += a[i, k] * b[k, j]
            c[i, j] = s


def sieve(flags: Bytes) -> int:
    count = 0
    n = len(flags)
    for i in range(2, n):
        if flags[i]:
            count += 1
            for j in range(i * i, n, i):
                flags[j] = 0
    return count


def sieve_list(flags: list[bool]) -> int:
    count = 0
    n = len(flags)
    for i in range(2, n):
        if flags[i]:
            count += 1
            for j in range(i * i, n, i):
                flags[j] = False
    return count


def sor(omega: float, grid: Floats, cycles: int) -> None:
    """Successive over-relaxation: every inner cell moves towards the mean of its neighbours."""
    rows, columns = grid.shape
    quarter = 0.25 * omega
    rest = 1.0 - omega
    for _ in range(cycles):
        for i in range(1, rows - 1):
            for j in range(1, columns - 1):
                around = grid[i - 1, j] + grid[i + 1, j] + grid[i, j - 1] + grid[i, j + 1]
                grid[i, j] = quarter * around + rest * grid[i, j]


def sor_lists(omega: float, grid: list[list[float]], cycles: int) -> None:
    """The same for a list of rows."""
    rows = len(grid)
    columns = len(grid[0])
    quarter = 0.25 * omega
    rest = 1.0 - omega
    for _ in range(cycles):
        for i in range(1, rows - 1):
            for j in range(1, columns - 1):
                around = grid[i - 1][j] + grid[i + 1][j] + grid[i][j - 1] + grid[i][j + 1]
                grid[i][j] = quarter * around + rest * grid[i][j]


def sparse_mat_mult(
    y: Floats | list[float],
    values: Floats | list[float],
    starts: Ints | list[int],
    columns: Ints | list[int],
    x: Floats | list[float],
    cycles: int,
) -> None:
    """A matrix by a vector, the matrix in compressed rows; for arrays as well as for lists."""
    for _ in range(cycles):
        for row in range(len(y)):
            s = 0.0
            for i in range(starts[row], starts[row + 1]):
                s += x[columns[i]] * values[i]
            y[row] = s


def monte_carlo(m: list[int], samples: int) -> float:
    """Pi from points in a square; the random numbers are differences of earlier ones in `m`."""
    i = 4
    j = 16
    inside = 0
    for _ in range(samples):
        k = m[i] - m[j]
        if k < 0:
            k += 2147483647
        m[j] = k
        if i == 0:
            i = 16
        else:
            i -= 1
        if j == 0:
            j = 16
        else:
            j -= 1
        x = k / 2147483647.0

        k = m[i] - m[j]
        if k < 0:
            k += 2147483647
        m[j] = k
        if i == 0:
            i = 16
        else:
            i -= 1
        if j == 0:
            j = 16
        else:
            j -= 1
        y = k / 2147483647.0

        if x * x + y * y <= 1.0:
            inside += 1
    return 4.0 * inside / samples


def clamp(x: int, low: int, high: int) -> int:
    if x < low:
        return low
    if x > high:
        return high
    return x


def small_helper(count: int) -> int:
    s = 0
    for i in range(count):
        s += clamp(i % 100, 10, 60)
    return s


def mix(x: float, weight: float = 0.5) -> float:
    if x > 1_000:
        return x * 2
    return x * weight


def polymorphic_helper(count: int) -> tuple[float, float]:
    """The helper gets ints and floats, and gives both."""
    s = t = 0.0
    for i in range(count):
        s += mix(i)
        t = mix(t, weight=0.25) + i
    return s, t


def square(x: float) -> float:
    return x * x


def distance(x: float, y: float) -> float:
    return square(x) + square(y)


def two_levels(count: int) -> float:
    s = x = 0.0
    for _ in range(count):
        x += 0.001
        s += distance(x, 1.5)
    return s


class Spring:
    """A mass on a spring: everything it computes with are its attributes."""

    STIFFNESS = 4.0

    def __init__(self) -> None:
        self.place, self.speed = 1.0, 0.0
        self.steps, self.step = 0, 0.0001
        self.turns = 0

    def __repr__(self) -> str:
        return f"Spring({vars(self)})"


def spring(mass: Spring, count: int) -> None:
    for _ in range(count):
        mass.speed -= mass.STIFFNESS * mass.place * mass.step
        before = mass.place
        mass.place += mass.speed * mass.step
        if before * mass.place < 0.0:
            mass.turns += 1
        mass.steps += 1


def springs(one: Spring, other: Spring, count: int) -> None:
    """Two that pull at each other."""
    for _ in range(count):
        pull = (other.place - one.place) * one.STIFFNESS
        one.speed += pull * one.step
        other.speed -= pull * other.step
        one.place += one.speed * one.step
        other.place += other.speed * other.step
        one.steps += 1


class Walker:
    """A walker that turns back at a limit."""

    def __init__(self) -> None:
        self.place, self.pace, self.limit = 0.0, 0.25, 100.0
        self.turns = 0

    def __repr__(self) -> str:
        return f"Walker({vars(self)})"

    def step(self, wind: float) -> float:
        self.place += self.pace + wind
        if abs(self.place) > self.limit:
            self.turn()
        return self.place

    def turn(self) -> None:
        self.pace = -self.pace
        self.turns += 1


def walk(walker: Walker, count: int) -> float:
    s = 0.0
    for _ in range(count):
        s += walker.step(0.001)
    return s


def walk_together(one: Walker, other: Walker, count: int) -> float:
    """Each is driven by the other."""
    s = 0.0
    for _ in range(count):
        s += one.step(other.pace) - other.step(one.pace * 0.5)
    return s


def floats(*shape: int) -> Floats:
    """Numbers between 0 and 1, the same ones at every call."""
    return np.random.default_rng(1).random(shape)


@cache
def listed(count: int) -> list[float]:
    """The same numbers in a list, to be copied: they take long to make."""
    return floats(count).tolist()  # type: ignore[no-any-return]


def bodies() -> tuple[Floats, Floats, Floats, int, float]:
    """Five bodies that do not come close to each other."""
    place = np.array([[5.0 * i, 3.0 * (i % 2), 1.0 * i] for i in range(5)])
    return place, floats(5, 3), floats(5) + 0.5, 40_000, 0.001


def sparse() -> tuple[Floats, Floats, Ints, Ints, Floats, int]:
    """1,000 rows with 5 values each."""
    rows, each = 1_000, 5
    columns = np.random.default_rng(2).integers(0, rows, rows * each, dtype=np.int64)
    starts = np.arange(0, rows * each + 1, each, dtype=np.int64)
    return np.full(rows, 0.0), floats(rows * each), starts, columns, floats(rows), 700


def sparse_lists() -> tuple[object, ...]:
    return *(array.tolist() for array in sparse()[:5]), 300


def seeds() -> list[int]:
    """What `monte_carlo` starts from."""
    m = [113]
    while len(m) < 17:
        m.append(m[-1] * 48_271 % 2_147_483_647)
    return m


KERNELS = (
    Kernel("sum_array", sum_array, lambda: (floats(5_000_000),), "array", "i == -1"),
    Kernel("sum_list", sum_list, lambda: (listed(5_000_000).copy(),), "list", "x == -1.0"),
    Kernel(
        "sum_list_index", sum_list_index, lambda: (listed(5_000_000).copy(),), "list", "i == -1"
    ),
    Kernel("collatz", collatz, lambda: (60_000,), "number", "n == -1", bar=2.0),
    Kernel("mandelbrot", mandelbrot, lambda: (320, 200, 100), "number", "count == -1"),
    Kernel("nbody", nbody, bodies, "array", "j == -1"),
    Kernel(
        "matmul",
        matmul,
        lambda: (floats(160, 160), floats(160, 160), np.full((160, 160), 0.0)),
        "array",
        "k == -1",
    ),
    Kernel("sieve", sieve, lambda: (np.ones(2_000_000, np.uint8),), "array", "j == -1"),
    Kernel("sieve_list", sieve_list, lambda: ([True] * 1_500_000,), "list", "j == -1"),
    Kernel("sor", sor, lambda: (1.25, floats(100, 100), 150), "array", "j == -1"),
    Kernel(
        "sor_lists", sor_lists, lambda: (1.25, floats(100, 100).tolist(), 100), "list", "j == -1"
    ),
    Kernel("sparse_mat_mult", sparse_mat_mult, sparse, "array", "i == -1"),
    Kernel("sparse_mat_mult_lists", sparse_mat_mult, sparse_lists, "list", "i == -1"),
    Kernel("monte_carlo", monte_carlo, lambda: (seeds(), 500_000), "list", "i == -1"),
    Kernel("small_helper", small_helper, lambda: (1_500_000,), "call", "i == -1"),
    Kernel("polymorphic_helper", polymorphic_helper, lambda: (1_000_000,), "call", "i == -1"),
    Kernel("two_levels", two_levels, lambda: (1_000_000,), "call", "x == -1"),
    Kernel("spring", spring, lambda: (Spring(), 1_000_000), "object", "count == -1"),
    Kernel("springs", springs, lambda: (Spring(), Spring(), 700_000), "object", "count == -1"),
    Kernel("walk", walk, lambda: (Walker(), 1_000_000), "call", "count == -1"),
    Kernel(
        "walk_together",
        walk_together,
        lambda: (Walker(), Walker(), 700_000),
        "call",
        "count == -1",
    ),
)
