"""Programs that tell when their objects die, which objects they hold, and what is unbound."""

from __future__ import annotations

import textwrap

from tests.loops.kernels import Kernel

PREAMBLE = """\
import gc, sys, weakref
gc.disable()
class Noisy:
    def __init__(self, name, clock):
        self.name, self.clock = name, clock
    def __del__(self):
        print(self.name, "dies at", self.clock[0])
def watched(name, clock, size=8):
    array = np.arange(size * 1.0)
    weakref.finalize(array, lambda: print(name, "dies at", clock[0]))
    return array
"""


def kernel(name: str, source: str, *arguments: str) -> Kernel:
    return Kernel(name, PREAMBLE + textwrap.dedent(source), arguments)


DEATHS = (
    kernel(
        "overwritten by a number",
        """
        def f(n):
            clock, total = [0], 0
            x = Noisy("x", clock)
            for i in range(n):
                clock[0] = i
                if i == 5:
                    x = i
                total += i
            return total, x
        """,
        "12",
    ),
    kernel(
        "deleted",
        """
        def f(n):
            clock, total = [0], 0
            x = Noisy("x", clock)
            for i in range(n):
                clock[0] = i
                if i == 7:
                    del x
                total += i
            print("done")
            try:
                return x
            except UnboundLocalError as error:
                return str(error)
        """,
        "12",
    ),
    kernel(
        "held by two",
        """
        def f(n):
            clock = [0]
            x = y = Noisy("x", clock)
            for i in range(n):
                clock[0] = i
                if i == 4:
                    x = None
                if i == 8:
                    y = x
            return x, y
        """,
        "12",
    ),
    kernel(
        "moved and swapped",
        """
        def f(n):
            clock = [0]
            x, y = Noisy("x", clock), Noisy("y", clock)
            for i in range(n):
                clock[0] = i
                x, y = y, x
                if i == 6:
                    x = y
                    y = 1
            x = y = None
        """,
        "12",
    ),
    kernel(
        "overwritten by the loop variable",
        """
        def f(n):
            clock, total = [0], 0
            i = Noisy("i", clock)
            for _ in range(3):
                clock[0] += 1
                for i in range(n):
                    clock[0] += i
            return total, i
        """,
        "5",
    ),
    kernel(
        "kept to the end",
        """
        def f(n):
            clock = [0]
            x = Noisy("x", clock)
            for i in range(n):
                clock[0] = i
            clock[0] = 100
            x = None
            clock[0] = 200
            return clock
        """,
        "12",
    ),
    kernel(
        "at return",
        """
        def g(n, clock):
            x = Noisy("x", clock)
            a = watched("a", clock)
            for i in range(n):
                clock[0] = i
                a[i] += i
            return i
        def f(n):
            clock = [0]
            print("returned", g(n, clock))
            clock[0] = -1
            return clock
        """,
        "8",
    ),
    kernel(
        "at an error",
        """
        def g(n, clock):
            x = Noisy("x", clock)
            numbers = [1.0] * 6
            for i in range(n):
                clock[0] = i
                numbers[i] += i
        def f(n):
            clock = [0]
            try:
                g(n, clock)
            except IndexError as error:
                print("caught", error)
            print("after")
            return clock
        """,
        "12",
    ),
    kernel(
        "in a tuple",
        """
        def f(n):
            clock = [0]
            pair = (Noisy("x", clock), 1.5)
            for i in range(n):
                clock[0] = i
                if i == 5:
                    pair = (i, 2.5)
            return pair
        """,
        "12",
    ),
    kernel(
        "in a list",
        """
        def f(n):
            clock = [0]
            things = [Noisy(name, clock) for name in "abc"]
            numbers = [0.5, 1.5]
            for i in range(n):
                clock[0] = i
                if i % 4 == 1:
                    things[i // 4] = i
            return things
        """,
        "12",
    ),
    kernel(
        "a list of them",
        """
        def f(n):
            clock = [0]
            things = [Noisy(name, clock) for name in "abc"]
            for i in range(n):
                clock[0] = i
                if i == 5:
                    things = i
            return things
        """,
        "12",
    ),
    kernel(
        "iterated over",
        """
        def f(n):
            clock, total = [0], 0
            for x in [Noisy(name, clock) for name in "abcdefg"]:
                clock[0] += 1
                total += clock[0]
            print("after")
            del x
            print("deleted")
            return total
        """,
        "12",
    ),
    kernel(
        "array overwritten",
        """
        def f(n):
            clock, total = [0], 0.0
            a = watched("a", clock)
            for i in range(n):
                clock[0] = i
                if i < 6:
                    total += a[i]
                if i == 5:
                    a = i
            return total, a
        """,
        "12",
    ),
    kernel(
        "array iterated over",
        """
        def f(n):
            clock, total = [0], 0.0
            for x in watched("a", clock):
                clock[0] += 1
                total += x
            print("after")
            for k, x in enumerate(zip(watched("b", clock), watched("c", clock, 12))):
                clock[0] += 1
                total += k
            print("after both")
            return total, x
        """,
        "12",
    ),
    kernel(
        "array iterated over, again and again",
        """
        def f(n):
            clock, total = [0], 0.0
            for i in range(n):
                a = watched("a", clock, 4)
                for x in a:
                    clock[0] += 1
                    total += x
                for row in watched("b", clock, 6).reshape(3, 2):
                    clock[0] += 1
                    total += row[0]
            return total, row[1]
        """,
        "3",
    ),
    kernel(
        "base of a view",
        """
        def f(n):
            clock, total = [0], 0.0
            a = watched("a", clock)[2:]
            for i in range(n):
                clock[0] = i
                if i < 5:
                    total += a[i]
                if i == 5:
                    a = i
            print("after")
            return total, a
        """,
        "12",
    ),
    kernel(
        "base of a view, iterated over",
        """
        def f(n):
            clock, total = [0], 0.0
            views = watched("a", clock)[1:]
            for i in range(n):
                clock[0] += 100
                for x in views:
                    clock[0] += 1
                    total += x
                views = np.zeros(3) if i else views
            print("after")
            return total, x
        """,
        "3",
    ),
    kernel(
        "base of an iterator's view",
        """
        def f(n):
            clock, total = [0], 0.0
            made = [watched(name, clock)[1:] for name in "abc"]
            for k in range(2):
                clock[0] += 1000
                for i in range(n):
                    clock[0] += 100
                    for x in made.pop() if made else ():
                        clock[0] += 1
                        total += x
            print("after")
            return total
        """,
        "2",
    ),
    kernel(
        "left by break",
        """
        def f(n):
            clock, total = [0], 0.0
            for i in range(n):
                for x in watched("a", clock):
                    clock[0] += 1
                    total += x
                    if x == 4:
                        break
                total += 1
            return total, x
        """,
        "3",
    ),
    kernel(
        "global",
        """
        def f(n):
            global thing
            clock = [0]
            thing = Noisy("thing", clock)
            for i in range(n):
                clock[0] = i
                if i == 5:
                    thing = i
            return thing
        """,
        "12",
    ),
    kernel(
        "in a cell",
        """
        def f(n):
            clock = [0]
            thing = Noisy("thing", clock)
            def told():
                return thing
            for i in range(n):
                clock[0] = i
                if i == 5:
                    thing = i
            return told()
        """,
        "12",
    ),
    kernel(
        "in a generator",
        """
        def numbers(n, clock):
            x = Noisy("x", clock)
            for i in range(n):
                clock[0] = i
                if i == 5:
                    x = 0
                if i % 3 == 2:
                    yield i + 0 * (type(x) is int)
        def f(n):
            clock = [0]
            made = numbers(n, clock)
            total = next(made) + next(made)
            print("closing")
            made.close()
            return total, clock
        """,
        "20",
    ),
    kernel(
        "generator dropped",
        """
        def numbers(n, clock):
            x = Noisy("x", clock)
            for i in range(n):
                clock[0] = i
                if i == 9:
                    yield i
        def f(n):
            clock = [0]
            made = numbers(n, clock)
            total = next(made)
            print("dropping")
            made = None
            print("dropped")
            return total
        """,
        "20",
    ),
    kernel(
        "made in the loop",
        """
        def f(n):
            clock = [0]
            for i in range(n):
                clock[0] = i
                x = Noisy(i, clock)
                for j in range(3):
                    clock[0] += 10
            print("done")
        """,
        "4",
    ),
)

IDENTITIES = (
    kernel(
        "numbers of a list",
        """
        def f(numbers, others):
            first = numbers[0]
            for i in range(len(numbers)):
                x = numbers[i]
                if i == 4:
                    fourth = x
                others[-1 - i] = numbers[i]
            for y in numbers:
                last = y
            return [
                x is numbers[-1], first is numbers[0], fourth is numbers[4], last is numbers[-1],
                [a is b for a, b in zip(numbers, reversed(others))],
            ]
        """,
        "[i / 7 for i in range(10)]",
        "[i / 3 for i in range(10)]",
    ),
    kernel(
        "integers of a list",
        """
        def f(numbers):
            least = greatest = numbers[0]
            for x in numbers:
                if x < least:
                    least = x
                greatest = max(greatest, x)
                same = +x
                size = abs(x)
                whole = int(x)
                either = x or 0
                pair = (x, size)
            a, b = pair
            results = least, greatest, same, size, whole, either, a, b
            return [[r is x for x in numbers] for r in results]
        """,
        "[1000 + (7 * i) % 10 for i in range(10)]",
    ),
    kernel(
        "floats of a list",
        """
        def f(numbers, limit):
            least = greatest = numbers[0]
            for k, (x, y) in enumerate(zip(numbers, numbers)):
                least = min(least, x)
                greatest = x if x > greatest else greatest
                same = +x
                copied = float(x)
                either = y and x
                limited = min(limit, x)
                (p, q), r = (x, limit), y
            results = least, greatest, same, copied, either, limited, p, q, r
            return [[r is x for x in numbers] + [r is limit] for r in results]
        """,
        "[1000 + (7 * i) % 10 / 7 for i in range(10)]",
        "1000.5",
    ),
    kernel(
        "numbers of the code",
        """
        LIMIT = 1234.5
        def f(n):
            for i in range(n):
                x = 4321.5
                y = LIMIT
                z = 123456 if i % 2 else x
            found = f.__code__.co_consts
            return any(x is c for c in found), y is LIMIT, any(z is c for c in found)
        """,
        "10",
    ),
    kernel(
        "untouched",
        """
        def f(n, x, y, pair, numbers):
            kept = x, y, pair, numbers
            for i in range(n):
                x, y = y, x
                pair = pair
                z = pair[1]
                p, q = pair
            return x is kept[n % 2], y is kept[1 - n % 2], pair is kept[2], numbers is kept[3], (
                z is pair[1], p is pair[0], q is z
            )
        """,
        "9",
        "1000.5",
        "2**40",
        "(1000.5, 2000.5)",
        "[1.5]",
    ),
    kernel(
        "small integers are one object",
        """
        def f(n):
            for i in range(n):
                x = i % 50
                y = (i + 50) % 50
                flag = x > 3
                none = None
            return x is y, flag is True, none is None, x is (n - 1) % 50
        """,
        "100",
    ),
    kernel(
        "computed once, held twice",
        """
        def f(n, numbers):
            for i in range(n):
                a = b = i * 0.5
                numbers[0] = a
            return a is b, a is numbers[0]
        """,
        "10",
        "[1.5]",
    ),
)

UNBOUND = (
    kernel(
        "deleted and read",
        """
        def f(n):
            x = 1
            for i in range(n):
                if i == 8:
                    x += 1
                    del x
                if i == 9:
                    return x
        """,
        "12",
    ),
    kernel(
        "deleted twice",
        """
        def f(n):
            total = x = 0
            for i in range(n):
                total += i
                if i == 5 or i == 9:
                    del x
            return total
        """,
        "12",
    ),
    kernel(
        "loop variable of an empty range",
        """
        def f(n):
            total = 0
            for i in range(n):
                for j in range(i - 20):
                    total += j
                total += 1
            try:
                return total, j
            except UnboundLocalError as error:
                return total, str(error)
        """,
        "12",
    ),
    kernel(
        "empty from the start",
        """
        def f(n):
            for i in range(n):
                pass
            else:
                for k in range(8):
                    x = k
            return x, i
        """,
        "0",
    ),
    kernel(
        "bound in a branch",
        """
        def f(n):
            total = 0
            for i in range(n):
                if i > 20:
                    x = i
                total += i
            return x
        """,
        "12",
    ),
    kernel(
        "unbound cell",
        """
        def f(n):
            x = 0
            def told():
                return x
            for i in range(n):
                x += i
                if i == 9:
                    del x
                    break
            return told()
        """,
        "12",
    ),
    kernel(
        "deleted global",
        """
        def f(n):
            global made
            made = 0
            for i in range(n):
                made += i
                if i == 9:
                    del made
        """,
        "12",
    ),
    kernel(
        "deleted name of an error",
        """
        def f(n):
            error = 1
            for i in range(n):
                try:
                    error = 10 // (8 - i)
                except ZeroDivisionError as error:
                    pass
            return error
        """,
        "9",
    ),
)

LIFETIMES = {each.name: each for each in DEATHS + IDENTITIES + UNBOUND}
