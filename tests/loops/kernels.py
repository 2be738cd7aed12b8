"""Small programs with loops, of every kind that is compiled."""

from __future__ import annotations

from tests.loops.field_kernels import FIELDS, SHARP_FIELDS
from tests.loops.kernel import Kernel, Loaded, fresh_names

__all__ = ["ALL_KERNELS", "GROUPS", "KERNELS", "SHARP_KERNELS", "Kernel", "Loaded", "fresh_names"]

ARITHMETIC = (
    Kernel(
        "sum of an array",
        """
        def f(a):
            total = 0.0
            for x in a:
                total += x
            return total, x
        """,
        ("np.linspace(-1, 2, 20)",),
    ),
    Kernel(
        "sum of a list",
        """
        def f(numbers):
            total, last = 0, None
            for x in numbers:
                total += x
                last = x
            return total, last
        """,
        ("[1.5 * i for i in range(20)]",),
    ),
    Kernel(
        "collatz",
        """
        def f(n):
            longest = best = 0
            for start in range(1, n):
                steps, x = 0, start
                while x != 1:
                    if x % 2 == 0:
                        x //= 2
                    else:
                        x = 3 * x + 1
                    steps += 1
                if steps > longest:
                    longest, best = steps, start
            return longest, best
        """,
        ("16",),
    ),
    Kernel(
        "mandelbrot",
        """
        def f(width, height, image):
            for row in range(height):
                ci = row * 2.0 / height - 1.0
                for column in range(width):
                    cr = column * 3.0 / width - 2.0
                    zr = zi = 0.0
                    n = 0
                    while n < 10 and zr * zr + zi * zi <= 4.0:
                        zr, zi = zr * zr - zi * zi + cr, 2 * zr * zi + ci
                        n += 1
                    image[row, column] = n
            return zr, zi
        """,
        ("6", "4", "np.zeros((4, 6), np.uint8)"),
    ),
    Kernel(
        "overflow",
        """
        def f(n):
            product, powers = 1, 0
            for i in range(1, n):
                product = product * i
                powers = (powers << 3) ^ i
            return product, powers
        """,
        ("30",),
    ),
    Kernel(
        "min and max",
        """
        def f(numbers, low, high):
            least, greatest, total = numbers[0], numbers[0], 0
            for x in numbers:
                least = min(least, x)
                greatest = max(x, greatest, low)
                total += max(low, min(high, x))
            return least, greatest, total
        """,
        ("[(7 * i) % 11 - 4.5 for i in range(20)]", "-2", "2.5"),
    ),
    Kernel(
        "logic",
        """
        def f(n):
            found = 0
            flag = False
            for a in range(n):
                for b in range(n):
                    flag = a < b and not flag or a == 3
                    both = (a > 1) & (b > 1) | flag
                    if flag and both or (a and b) == 2:
                        found += flag + both
            return found, flag, both
        """,
        ("8",),
    ),
    Kernel(
        "integers and floats",
        """
        def f(n):
            total, values = 0, 0.0
            for i in range(-n, n):
                total += i // 3 - i % 5 + (i >> 1) - -i // 7
                values += i / 4 - i % 2.5 + (i * 0.5) // 2 + abs(i) ** 0.5
                if i == 0.0 or total > values:
                    total = int(values) - round(values)
            return total, values
        """,
        ("12",),
    ),
    Kernel(
        "mathematics",
        """
        import math
        from math import sqrt
        def f(n):
            total = 0.0
            for i in range(1, n):
                total += math.sin(i) * sqrt(i) + math.floor(i / 3) - math.atan2(i, total)
                total = math.copysign(total, -total)
            return total
        """,
        ("20",),
    ),
)

ARRAYS = (
    Kernel(
        "bodies",
        """
        def f(place, speed, mass, steps):
            n = len(mass)
            for _ in range(steps):
                for i in range(n):
                    for j in range(i + 1, n):
                        dx = place[i, 0] - place[j, 0]
                        dy = place[i, 1] - place[j, 1]
                        size = 0.01 / (dx * dx + dy * dy + 0.1)
                        speed[i, 0] -= dx * mass[j] * size
                        speed[i, 1] -= dy * mass[j] * size
                        speed[j][0] += dx * mass[i] * size
                        speed[j][1] += dy * mass[i] * size
                for i in range(n):
                    place[i, 0] += speed[i, 0]
                    place[i, 1] += speed[i, 1]
            return place[0, 0], dx
        """,
        ("np.arange(6.0).reshape(3, 2) ** 2", "np.zeros((3, 2))", "np.array([3.0, 1, 2])", "4"),
    ),
    Kernel(
        "matrices",
        """
        def f(a, b, c):
            rows, inner = a.shape
            for i in range(rows):
                for j in range(b.shape[1]):
                    total = 0
                    for k in range(inner):
                        total += a[i, k] * b[k, j]
                    c[i, j] = total
            return total
        """,
        ("np.arange(12).reshape(3, 4)", "np.arange(8).reshape(4, 2) - 3", "np.zeros((3, 2), int)"),
    ),
    Kernel(
        "sieve in an array",
        """
        def f(flags):
            count, n = 0, len(flags)
            for i in range(2, n):
                if flags[i]:
                    count += 1
                    for j in range(i * i, n, i):
                        flags[j] = 0
            return count
        """,
        ("np.ones(40, np.uint8)",),
    ),
    Kernel(
        "sparse matrix",
        """
        def f(starts, columns, values, x, y):
            for row in range(len(y)):
                total = 0.0
                for k in range(starts[row], starts[row + 1]):
                    total += values[k] * x[columns[k]]
                y[row] = total
            return total
        """,
        (
            "np.array([0, 3, 3, 5, 8])",
            "np.array([0, 2, 3, 1, 3, 0, 1, 2], np.int32)",
            "np.linspace(1, 2, 8)",
            "np.arange(4.0)",
            "np.full(4, -1.0)",
        ),
    ),
    Kernel(
        "enumerate and zip",
        """
        def f(a, b, c):
            total = 0
            for i, x in enumerate(a):
                total += i * x
            for i, (x, y) in enumerate(zip(b, c), 2):
                total += x - y * i
            for row, z in zip(a.reshape(4, 3), c):
                for i, x in enumerate(row):
                    total += x * i + z
            return total, i, x, y
        """,
        ("np.arange(12.0)", "list(range(5))", "np.arange(7, dtype=np.int8)"),
    ),
    Kernel(
        "narrow integers",
        """
        def f(a, b):
            for i in range(len(a)):
                a[i] = a[i] // 3 + i
                b[i] = b[-1 - i] ^ a[i]
            return a[2], b[3]
        """,
        ("np.arange(20, dtype=np.int8) - 9", "np.arange(20, dtype=np.uint16)"),
    ),
    Kernel(
        "infinite",
        """
        def f(a, factor):
            total = a[0]
            for i in range(len(a)):
                total = total * factor + a[i]
                a[i] = total
            return total
        """,
        ("np.arange(12.0)", "np.float64(1e40)"),
    ),
)

LISTS = (
    Kernel(
        "sieve in a list",
        """
        def f(n):
            flags = [True] * n
            count = 0
            for i in range(2, n):
                if flags[i]:
                    count += 1
                    for j in range(2 * i, n, i):
                        flags[j] = False
            return count, flags
        """,
        ("40",),
    ),
    Kernel(
        "relaxation",
        """
        def f(grid, omega, rounds):
            size = len(grid)
            for _ in range(rounds):
                for i in range(1, size - 1):
                    row = grid[i]
                    for j in range(1, size - 1):
                        around = grid[i - 1][j] + grid[i + 1][j] + row[j - 1] + row[j + 1]
                        row[j] = omega * around / 4 + (1 - omega) * row[j]
            return grid[1][1]
        """,
        ("[[float(i * j % 7) for i in range(5)] for j in range(5)]", "1.25", "4"),
    ),
    Kernel(
        "random numbers",
        """
        def f(state, n):
            hits = 0
            for i in range(n):
                state[0] = (state[0] * 1103515245 + 12345) % 2147483648
                x = state[0] / 2147483648
                state[0] = (state[0] * 1103515245 + 12345) % 2147483648
                y = state[0] / 2147483648
                if x * x + y * y < 1.0:
                    hits += 1
            return hits, x, state[0]
        """,
        ("[42]", "20"),
    ),
    Kernel(
        "reversal",
        """
        def f(numbers, others):
            for i in range(len(numbers) // 2):
                numbers[i], numbers[-1 - i] = numbers[-1 - i], numbers[i]
            for i in range(len(numbers)):
                kept = others[i]
                others[i] = numbers[i]
                numbers[i] = kept
            return kept, numbers[3]
        """,
        ("[i / 7 for i in range(16)]", "[i / 3 for i in range(16)]"),
    ),
    Kernel(
        "sorting",
        """
        def f(numbers):
            swaps = 0
            for end in range(len(numbers) - 1, 0, -1):
                for i in range(end):
                    if numbers[i] > numbers[i + 1]:
                        numbers[i], numbers[i + 1] = numbers[i + 1], numbers[i]
                        swaps += 1
            return swaps
        """,
        ("[(i * 1237) % 1009 for i in range(12)]",),
    ),
    Kernel(
        "other elements",
        """
        def f(numbers):
            total = 0
            for i in range(len(numbers)):
                total += numbers[i]
                numbers[i] = total
            return total
        """,
        ("[1, 2, 3, 4.5, 5, True, 7, 2**70, 9, 10, 11, 12]",),
    ),
)

CONTROL = (
    Kernel(
        "tuples and swaps",
        """
        def f(n):
            a, b, pair = 0, 1, (0, 0.5)
            for i in range(n):
                a, b = b, (a + b) % 1000
                i, (first, second) = second_of(i), pair
                pair = (i, second + a)
                first, second = second, first
            return a, b, pair, first, second
        second_of = int
        """,
        ("20",),
    ),
    Kernel(
        "try and except",
        """
        def f(numbers, divisors):
            total = failed = 0
            for i in range(len(numbers) + 1):
                try:
                    total += numbers[i] // divisors[i % 5]
                except ZeroDivisionError:
                    failed += 1
                except IndexError as error:
                    failed += len(error.args)
                finally:
                    total += 1
            return total, failed
        """,
        ("list(range(20))", "[3, 1, 0, -2, 4]"),
    ),
    Kernel(
        "break, continue and else",
        """
        def f(n):
            found, i = [0] * 4, 0
            while i < n:
                i += 1
                if i % 3 == 0:
                    found[0] += 1
                    continue
                for j in range(2, i):
                    if i % j == 0:
                        found[1] += j
                        break
                else:
                    found[2] += 1
                if i > 18:
                    break
            else:
                found[3] = 1
            return found, i, j
        """,
        ("25",),
    ),
    Kernel(
        "globals",
        """
        total, seen = 0, 0.0
        for i in range(12):
            total += i
            for j in range(3):
                seen += total / (j + 1)
            else:
                last = j
            if total > 20:
                total -= 10
        result = total, seen, i, j, last
        """,
        is_module=True,
    ),
    Kernel(
        "global statement",
        """
        count = 0
        def f(n):
            global count, made
            count = 0
            for i in range(n):
                count += i
                made = count * 0.5
            return count, made
        """,
        ("20",),
    ),
    Kernel(
        "cells",
        """
        def f(n):
            total, step = 0, 1
            def told():
                return total, step
            for i in range(n):
                total += i * step
                if total % 7 == 3:
                    step = -step
            return told()
        """,
        ("20",),
    ),
    Kernel(
        "free variables",
        """
        def f(n):
            total = 0
            def add(count):
                nonlocal total
                for i in range(count):
                    total += i
                return total
            return add(n), add(3), total
        """,
        ("20",),
    ),
    Kernel(
        "generator",
        """
        def numbers(n):
            total = 0
            for i in range(n):
                for j in range(i % 4):
                    total += i * j
                if total % 2:
                    yield total
                else:
                    total += 1
        def f(n):
            made = 0
            for x in numbers(n):
                made = made * 3 % 101 + x
            return made
        """,
        ("16",),
    ),
    Kernel(
        "class body",
        """
        def f(n):
            class Made:
                total, last = 0, None
                for i in range(n):
                    total += i
                    last = total * 0.5
            return Made.total, Made.last, Made.i
        """,
        ("20",),
    ),
    Kernel(
        "deletion",
        """
        def f(n):
            total = 0
            for i in range(n):
                x = i * 0.5
                total += x
                del x
                if i % 4 == 1:
                    y = total
            del i
            try:
                return x
            except UnboundLocalError as error:
                return str(error), total, y
        """,
        ("20",),
    ),
    Kernel(
        "backwards",
        """
        def f(n, numbers):
            total = 0
            for i in range(n, -1, -1):
                total += numbers[i] * i
            for i in range(-n, n + 1, 3):
                total -= i * numbers[-1]
            return total, i
        """,
        ("12", "[i * i for i in range(13)]"),
    ),
    Kernel(
        "calls between",
        """
        def twice(x, seen=[]):
            seen.append(x)
            del seen[:]
            return 2 * x
        def f(n):
            total = 0
            for i in range(n):
                for j in range(3):
                    total += i ^ j
                total += twice(total) % 17
                total %= 1000
            return total
        """,
        ("12",),
    ),
)

RAISING = (
    Kernel(
        "beyond the end",
        """
        def f(numbers):
            i = total = 0
            while True:
                total += numbers[i]
                i += 1
        """,
        ("list(range(12))",),
    ),
    Kernel(
        "beyond an array",
        """
        def f(a):
            for i in range(20):
                a[i] = a[i - 3] + i
        """,
        ("np.zeros(12)",),
    ),
    Kernel(
        "division by zero",
        """
        def f(n):
            total = 0
            for i in range(n, -1, -1):
                try:
                    total += 100 // i
                finally:
                    if i % 5 == 0:
                        print(i, total)
        """,
        ("12",),
    ),
    Kernel(
        "variable without a value",
        """
        def f(n):
            for i in range(n):
                if i == 3:
                    x = 0
                if i > 2:
                    x += 1
                if i == 15:
                    del x
            return x
        """,
        ("20",),
    ),
)

SHARP = (
    Kernel(
        "sums at the limit",
        """
        def f(n, step):
            total = 0
            for i in range(n):
                total += step
                total -= -step
            return total
        """,
        ("12", "2**59"),
    ),
    Kernel(
        "quotients at the limit",
        """
        def f(numbers, divisors, quotients, rests):
            for i in range(len(numbers)):
                try:
                    quotients[i] = (numbers[i] - 1) // divisors[i]
                    rests[i] = (numbers[i] - 1) % divisors[i]
                except ZeroDivisionError:
                    rests[i] = -5
        """,
        ("[5, 1 - 2**63, 8, 9, 1 - 2**63, 7]", "[2, -1, 3, 0, -1, 0]", "[0] * 6", "[0] * 6"),
    ),
    Kernel(
        "signs of quotients",
        """
        def f(numbers, divisors, quotients, rests):
            k = 0
            for x in numbers:
                for y in divisors:
                    quotients[k] = x // y
                    rests[k] = x % y
                    k += 1
        """,
        ("[-7, 7, -6, 6, 0]", "[2, -2, 3, -3, 5]", "[0] * 25", "[0] * 25"),
    ),
    Kernel(
        "signs of zeros",
        """
        def f(numbers, divisors, quotients, rests):
            k = 0
            for x in numbers:
                for y in divisors:
                    quotients[k] = x // y
                    rests[k] = x % y
                    k += 1
        """,
        ("[0.0, -0.0, 1.5, -1.5, 4.0]", "[math.inf, 2.0, -2.0]", "[0.5] * 15", "[0.5] * 15"),
    ),
    Kernel(
        "shifts",
        """
        def f(counts, up, down):
            for i, count in enumerate(counts):
                down[i] = -5 >> count
                up[i] = 3 << count
        """,
        ("[0, 1, 31, 61, 62, 63, 64, 65, 100]", "[0] * 9", "[0] * 9"),
    ),
    Kernel(
        "exact comparisons",
        """
        def f(numbers, limit):
            equal = less = 0
            for x in numbers:
                equal = 2 * equal + (x == limit)
                less = 2 * less + (x < limit)
            return equal, less
        """,
        ("[2**53 + i for i in range(-3, 4)]", "2.0**53"),
    ),
    Kernel(
        "past the end",
        """
        def f(a, numbers):
            total, i = 0, 0
            while True:
                try:
                    total += a[i]
                    i += 1
                except IndexError:
                    return total, i
        """,
        ("np.arange(100, 112)[:9]", "list(range(9))"),
    ),
    Kernel(
        "overflow in a short branch",
        """
        def f(start, turns):
            n, m, steps = start, 1.0, 0
            for turn in range(turns):
                if turn % 3 == 0:
                    n = n * 5 - 1
                else:
                    n = n + turn
                if n % 2:
                    m = m * -1.5
                    steps -= 1
                steps += 2
            return n, m, steps
        """,
        ("7", "90"),
    ),
    Kernel(
        "ranges past the end",
        """
        def f(a, low, count, step):
            total = i = turn = 0
            try:
                for turn in range(4):
                    for i in range(low + turn, low + turn + count, step):
                        total += a[i] * (1 + turn) - a[i - 1] + a[0]
            except IndexError:
                return total, turn, i
            return total, turn, i
        """,
        ("np.arange(100, 112)[:9]", "1", "6", "1"),
    ),
    Kernel(
        "ranges before the start",
        """
        def f(a, low, count, step):
            total = turn = 0
            for turn in range(4):
                for i in range(low - turn + count, low - turn, step):
                    total = 3 * total + a[i] - a[i + 1]
            return total, turn
        """,
        ("np.arange(100, 120)[4:13]", "1", "4", "-1"),
    ),
    Kernel(
        "before the start",
        """
        def f(a):
            total, i = 0, 4
            while True:
                try:
                    total = 3 * total + a[i]
                    i -= 1
                except IndexError:
                    return total, i
        """,
        ("np.arange(100, 120)[8:13]",),
    ),
    Kernel(
        "kinds of results",
        """
        def f(a, n):
            double = both = None
            for x in a:
                double = x * 2 + n
                both = (x > n) + (n > 3)
                either = (n > 3) + (n > 4)
            return double, both, either
        """,
        ("np.arange(9.0)", "4"),
    ),
    Kernel(
        "not a number",
        """
        def f(numbers):
            found = 0
            for x in numbers:
                found = 2 * found + (x != x)
                found = 2 * found + (x == x)
                found = 2 * found + (not x < 1.0)
                if x:
                    found += 1000
            return found
        """,
        ("[1.0, 0.0, math.nan, math.inf, -0.0, math.nan, 2.0]",),
    ),
    Kernel(
        "shared objects",
        """
        def f(a, b):
            for i in range(len(a)):
                b[i] = a[i]
            for i in range(len(a)):
                a[i] = a[i] * 2.0
        """,
        ("[i / 3 for i in range(12)]", "[0.5] * 12"),
    ),
    Kernel(
        "references",
        """
        import sys
        def f(numbers, others):
            for i in range(len(numbers)):
                others[i] = numbers[i]
                kept = others[-1 - i]
                numbers[i] = kept
            del kept
            return [sys.getrefcount(x) for x in numbers + others]
        """,
        ("[i / 3 for i in range(12)]", "[i / 7 for i in range(12)]"),
    ),
    Kernel(
        "other kinds",
        """
        def total_of(items, total):
            for i in range(len(items)):
                total = total + items[i]
            return total
        def f(n):
            made = [total_of([1] * n, 0), total_of([0.5] * n, 1), total_of([2] * n, 0.5)]
            made += [total_of(np.ones(n), 0), total_of(np.ones(n, np.int8), 3)]
            return made + [total_of([True] * n, 0), total_of((2,) * n, 1)]
        """,
        ("8",),
    ),
    Kernel(
        "narrow overflow",
        """
        def f(a):
            total = a[0]
            for i in range(len(a)):
                total = total + a[i]
            return total
        """,
        ("np.full(12, 30, np.int8)",),
    ),
    Kernel(
        "narrow stores",
        """
        def f(a):
            failed = 0
            for i in range(250, 262):
                try:
                    a[i - 250] = i
                except OverflowError:
                    failed += 1
            return failed
        """,
        ("np.zeros(12, np.uint8)",),
    ),
    Kernel(
        "uneven steps",
        """
        def f(n):
            total = 0
            for step in range(1, n):
                for i in range(0, n, step):
                    total = total * 3 % 1000 + i
                for i in range(n, step, -step):
                    total = total * 3 % 1000 + i
            return total
        """,
        ("9",),
    ),
    Kernel(
        "positions",
        """
        def f(n, numbers):
            total = 0
            for i in range(n):
                if i % 4 == 3:
                    total += len(str(i))
                for x, y in zip(numbers, range(i, 20, 2)):
                    total = total * 3 % 1000 + x * y
                    if x == 7:
                        total += len(str(x))
                for k, x in enumerate(numbers):
                    total = total * 3 % 1000 + k * x
                    if k == 2:
                        total += len(str(x))
            return total
        """,
        ("8", "list(range(5, 11))"),
    ),
    Kernel(
        "ties",
        """
        def f(numbers, one, zero):
            least, found = one, 0
            for x in numbers:
                least = min(x, one)
                other = max(zero, x)
                found = 4 * found + 2 * isinstance(least, int) + isinstance(other, int)
            return least, other
        """,
        ("[0.5, 1.0, -0.0, 0.0, 1.0]", "1", "0"),
    ),
    Kernel(
        "numbers among floats",
        """
        def f(numbers):
            total = 0.0
            for x in numbers:
                total = total / 2 + x
            return total
        """,
        ("[0.5, 1.5, 2.5, 3.5, 4, True, 2.5, 2**70, 1.5, 6]",),
    ),
    Kernel(
        "stores before a warning",
        """
        def f(a, b, factor):
            for i in range(len(a)):
                x = a[i] * factor
                b[0] += a[i]
                b[1] = b[0] * 0.5
                b[0] = b[1] + 1.0
            return x
        """,
        ("np.array([1, 2, 3, 1e300, 5, 6, 7, -1e300, 1])", "np.zeros(2)", "np.float64(1e10)"),
    ),
    Kernel(
        "deleted in the end",
        """
        def f(n):
            x = 5
            for i in range(n):
                if i == n - 2:
                    del x
            try:
                return x
            except UnboundLocalError as error:
                return str(error)
        """,
        ("12",),
    ),
    Kernel(
        "temporaries",
        """
        def f(n, step):
            total = 0
            for i in range(n):
                total = total % 1000 + ((i + 1) * 3 - (i - step * i * i)) % 1000
            return total
        """,
        ("20", "2**57"),
    ),
)

GROUPS = {
    "arithmetic": ARITHMETIC,
    "arrays": ARRAYS,
    "lists": LISTS,
    "control": CONTROL,
    "raising": RAISING,
    "fields": FIELDS,
}
KERNELS = {kernel.name: kernel for kernels in GROUPS.values() for kernel in kernels}
SHARP_KERNELS = {kernel.name: kernel for kernel in SHARP}
ALL_KERNELS = KERNELS | SHARP_KERNELS | {kernel.name: kernel for kernel in SHARP_FIELDS}
