"""Programs in which every way of changing something occurs."""

from __future__ import annotations

from tests.frames.support import Program

SOURCES = {
    "registers": """
        def f(n):
            a = b = 0
            for i in range(n):
                a, b = b + i, a
                if a > 6:
                    a -= 5
                elif b:
                    del b
                    b = 7
            c = [a] * 2
            c += [b]
            return a, b, c
        r = f(6)
        """,
    "calls": """
        def square(x):
            y = x * x
            return y + 1
        def twice(x):
            return square(x) + square(x + 1)
        def f(n):
            total = 0
            for i in range(n):
                total += twice(i) - square(i)
            return total
        r = f(3)
        """,
    "loops": """
        def f():
            seen = []
            for a in [1, 2, 3]:
                for b in (4, 5):
                    if a * b == 10:
                        break
                    seen.append(a * b)
                else:
                    seen.append(None)
            for index, letter in enumerate("abc", 1):
                seen.append((index, letter))
            for x, y in zip([1, 2, 3], range(9)):
                if x == 2:
                    continue
                seen.append(x + y)
            for key, value in {"k": 1, "l": 2}.items():
                seen.append(key * value)
            for each in reversed(seen):
                last = each
            n = 0
            while n < 3:
                n += 1
            while True:
                n -= 1
                if n < 0:
                    break
            for x in range(10, 0, -3):
                n += x
            return seen, last, n
        r = f()
        """,
    "objects": """
        class Point:
            kind = "point"
            def __init__(self, x):
                self.x = x
                self.trail = [x]
            def move(self, by):
                self.x += by
                self.trail.append(self.x)
                self.kind = "moved"
                return self
        class Slotted:
            __slots__ = ("v", "w")
            def __init__(self):
                self.v = 1
        points = [Point(1), Point(2)]
        slotted = Slotted()
        def f():
            for i in range(4):
                p = points[i % 2]
                p.move(i)
                p.trail[0] = i
            del p.kind
            slotted.v += 1
            slotted.w = 5
            return p.x, slotted.v + slotted.w
        r = f()
        trails = [p.trail for p in points]
        """,
    "containers": """
        def f():
            grid = [[0] * 3 for _ in range(3)]
            words = {}
            for i in range(3):
                grid[i][i] = i + 1
                grid[-1][0] += 2
                words["w%d" % (i % 2)] = words.get("w%d" % (i % 2), 0) + 1
            row = grid[0]
            row.insert(0, 9)
            row.pop()
            row.sort()
            row.reverse()
            del row[0]
            row[1:] = [7, 7]
            words.update(z=1)
            words.pop("w0")
            words.setdefault("s", []).append(1)
            kinds = {1, 2}
            kinds.add(3)
            kinds.discard(1)
            kinds |= {8}
            data = bytearray(b"abc")
            data[1] = 65
            copied = row
            copied += [1]
            row = [5]
            return grid, words, kinds, bytes(data), copied, row
        r = f()
        """,
    "closures": """
        count = 0
        def outer(n):
            total = 0
            def add(k):
                nonlocal total
                global count
                total += k
                count += 1
                return total
            for i in range(n):
                add(i)
            last = add(10)
            return total, last
        r = outer(3)
        """,
    "errors": """
        def fail(n):
            x = n
            if n % 2:
                raise ValueError(n)
            return x
        def f():
            log = []
            for i in range(4):
                try:
                    log.append(fail(i))
                except ValueError as error:
                    log.append(str(error))
                    i += 10
                finally:
                    log.append(i)
            for i in [1, 2]:
                try:
                    for j in range(3):
                        log.append(1 // (1 - j))
                except ZeroDivisionError:
                    log.append("zero")
            return log
        r = f()
        """,
    "module": """
        a = 1
        b = [a]
        for i in range(3):
            a += i
            b.append(a)
        while a:
            a -= 1
        del i
        c = {"x": a}
        c["x"] += 1
        names = [n * 2 for n in b]
        """,
    "with": """
        log = []
        class Manager:
            def __enter__(self):
                log.append("enter")
                return self
            def __exit__(self, kind, error, trace):
                log.append(kind is not None)
                return True
        def f(manager):
            x = 1
            with manager as m:
                x += 1
                x += 2
            with manager:
                x += 3
                x //= 0
                x = 100
            return x
        manager = Manager()
        r = f(manager)
        """,
    "generators": """
        def generate(n):
            x = 0
            while x < n:
                x += 1
                yield x * 2
        def f():
            total = 0
            source = generate(5)
            for value in source:
                total += value
                extra = next(source)
                total -= extra
                if total < -3:
                    break
            return total
        r = f()
        """,
    "several": """
        def f(n):
            x = 0; y = 1
            for i in range(n): x += i; y *= 2
            z = (x +
                 y +
                 abs(
                     x))
            v = x if y > 3 else y
            w = [k + v for k in range(3) if k != 1]
            return (z, v,
                    w)
        r = f(3)
        """,
    "recursion": """
        def depth(n):
            if n == 0:
                return 0
            below = depth(n - 1)
            return below + 1
        def tree(n):
            return 1 if n < 2 else tree(n - 1) + tree(n - 2)
        r = depth(4), tree(4)
        """,
}

PROGRAMS = {name: Program(source, f"<recorded {name}>") for name, source in SOURCES.items()}
