"""Programs that tell when objects die, and which they hold, while loops call functions."""

from __future__ import annotations

from tests.loops.forced_lifetimes import kernel

LIFETIMES = (
    kernel(
        "passed on and dropped",
        """
        def use(x, k):
            y = x
            del x
            return k + 1

        def f(n):
            clock, total = [0], 0
            x = Noisy("x", clock)
            for i in range(n):
                clock[0] = i
                total += use(x, i)
                if i == 6:
                    x = None
            print("done")
            return total
        """,
        "12",
    ),
    kernel(
        "the last reference is in a function",
        """
        def f(n):
            clock, total = [0], 0
            x = Noisy("x", clock)

            def use(y, k):
                nonlocal x
                if k == 6:
                    x = k
                k += 1
                return k

            for i in range(n):
                clock[0] = i
                total += use(x, i)
            print("done")
            return total
        """,
        "12",
    ),
    kernel(
        "put into attributes by methods",
        """
        class Box:
            def __init__(self, held):
                self.held, self.n = held, 0
            def put(self, x):
                self.n += 1
                self.held = x
                return self.n
            def swap(self, other):
                self.held, other.held = other.held, self.held

        def f(n):
            clock, total = [0], 0
            x, y = Noisy("x", clock), Noisy("y", clock)
            box, other = Box(x), Box(y)
            for i in range(n):
                clock[0] = i
                if i == 4:
                    x = None
                total += box.put(x) - other.put(y)
                box.swap(other)
                if i == 8:
                    y = x
            print("done", box.held, other.held)
            return total
        """,
        "12",
    ),
    kernel(
        "receivers die",
        """
        class Walker(Noisy):
            def step(self, k):
                self.n += k
                return self.n

        def f(n):
            clock, total = [0], 0
            v, w = Walker("v", clock), Walker("w", clock)
            v.n = w.n = 0
            for i in range(n):
                clock[0] = i
                total += w.step(i) + v.step(total % 3)
                if i == 5:
                    w = v
                if i == 8:
                    v = w = Walker("u", clock)
                    w.n = 100
            print("done")
            return total
        """,
        "12",
    ),
    kernel(
        "what bound methods hold dies",
        """
        class Walker(Noisy):
            n = 0
            def step(self, k):
                self.n = self.n + k
                return k
            def look(self, k):
                return k + 1

        def f(n):
            clock, total = [0], 0
            walker = Walker("v", clock)
            walker.n = 3
            step, look = walker.step, Walker("w", clock).look
            for i in range(n):
                clock[0] = i
                total += step(i) + look(i)
                if i == 4:
                    walker = None
                if i == 6:
                    step = look
                if i == 9:
                    look = step = len if i == 20 else Walker("u", clock).look
            print("done")
            return total
        """,
        "14",
    ),
    kernel(
        "functions held by objects die",
        """
        class Holder:
            def __init__(self, function):
                self.function, self.x = function, 0
            def call(self, x):
                self.x += self.function(x)
                return self.x

        def double(x):
            return x * 2

        def make(noisy):
            return lambda x, noisy=noisy: x + 1

        def f(n):
            clock, total = [0], 0
            h, k = Holder(double), Holder(double)
            for i in range(n):
                clock[0] = i
                total += h.call(i) + k.call(1)
                if i == 7:
                    setattr(h, "function", make(Noisy("a lambda", clock)))
                if i == 9:
                    setattr(h, "function", double)
            print("done")
            return total
        """,
        "16",
    ),
    kernel(
        "arrays passed on",
        """
        def use(a, k):
            b = a
            a = k
            return b[k % 8] + a

        def f(n):
            clock, total = [0], 0.0
            a, b = watched("a", clock), np.arange(8.0)
            for i in range(n):
                clock[0] = i
                total += use(a, i) + use(b, i)
            print("done")
            return total
        """,
        "12",
    ),
    kernel(
        "a function that dies",
        """
        def make(x):
            def inner(k):
                return k + 1
            inner.held = x
            return inner

        def call(function, k):
            return function(k)

        def f(n):
            clock, total = [0], 0
            one, other = make(Noisy("one", clock)), make(Noisy("other", clock))
            for i in range(n):
                clock[0] = i
                total += call(other, i)
                if i == 5:
                    one = None
            print("done")
            return total
        """,
        "12",
    ),
    kernel(
        "the same numbers",
        """
        def same(x):
            y = x
            return y

        def either(x, y, first):
            return x if first else y

        def f(n, numbers):
            found = []
            kept = other = None
            for i in range(n):
                kept = same(numbers[i % 4])
                x = i * 1000 + 0.5
                other = either(x, kept, i % 2)
                if i % 5 == 4:
                    print(kept is numbers[i % 4], other is x, other is kept, same(x) is x)
            return kept is numbers[(n - 1) % 4]
        """,
        "22",
        "[1.5, 2.5, 3.5, 4.5]",
    ),
    kernel(
        "defaults that are objects",
        """
        def use(k, x=Noisy("default", [0]), items=[1, 2, 3]):
            items[k % 3] = k
            y = x
            return items[0] + k

        def f(n):
            total = 0
            for i in range(n):
                total += use(i)
            return total, use.__defaults__[1]
        """,
        "12",
    ),
    kernel(
        "in a generator",
        """
        def double(x):
            y = x * 2
            return y

        def generate(n):
            total = 0
            for i in range(n):
                total += double(i)
                if i % 4 == 3:
                    yield total

        def f(n):
            print(list(generate(n)))
        """,
        "22",
    ),
    kernel(
        "while an error is handled",
        """
        def double(x):
            return x * 2 // (15 - x)

        def f(n):
            total = 0
            try:
                raise KeyError(n)
            except KeyError:
                for i in range(n):
                    total += double(i)
        """,
        "22",
    ),
)
