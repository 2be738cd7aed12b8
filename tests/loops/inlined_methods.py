"""Small programs whose loops call methods, which are inlined, and which change attributes."""

from __future__ import annotations

import textwrap

from tests.loops.kernels import Kernel

CLASSES = """\
class Walker:
    SCALE = 3

    def __init__(self, x=0.5, limit=40):
        self.x, self.limit, self.steps = x, limit, 0

    def step(self, by, times=2, *, offset=0.25):
        self.x += by * times + offset
        self.steps += 1
        if self.x > self.limit:
            return self.turn(back=self.x - self.limit)
        return self.x

    def turn(self, back):
        self.x = self.limit - back * 0.5
        self.limit += self.SCALE
        return -back

    @staticmethod
    def scaled(x, by=2):
        return x * by + 1

    def where(self):
        return self.x, self.limit, self.steps

class Slots:
    __slots__ = ("x", "n")

    def __init__(self, x, n):
        self.x, self.n = x, n

    def add(self, x):
        self.x += x
        self.n -= 1
        return self.n
"""


def kernel(name: str, source: str, *arguments: str) -> Kernel:
    return Kernel(name, CLASSES + textwrap.dedent(source), arguments or ("14",))


METHODS = (
    kernel(
        "a method that updates self",
        """
        def f(n):
            w, total = Walker(), 0.0
            for i in range(n):
                total += w.step(i)
            return total, w.where()
        """,
    ),
    kernel(
        "keywords and defaults of methods",
        """
        def f(n):
            w, total = Walker(), 0.0
            for i in range(n):
                total += w.step(by=i) + w.step(i, 3) + w.step(1, offset=i) + w.step(times=1, by=2)
            return total, w.where()
        """,
    ),
    kernel(
        "two receivers",
        """
        def f(n):
            v, w = Walker(), Walker(7.5, 20)
            total = 0.0
            for i in range(n):
                total += v.step(i) - w.step(v.x * 0.25)
                v, w = w, v
            return total, v.where(), w.where()
        """,
    ),
    kernel(
        "one object by two names",
        """
        def both(p, q, x):
            p.x += x
            q.x *= 0.5
            return p.x - q.step(x)

        def f(n):
            v = w = Walker()
            other, total = Walker(1.5), 0.0
            for i in range(n):
                total += both(v, w, i) + both(other, v, i) + both(w, other, 2)
            return total, v.where(), other.where()
        """,
    ),
    kernel(
        "receivers of two classes",
        """
        class Other(Walker):
            def turn(self, back):
                self.x -= back
                return back * 2

        def move(walker, i):
            first = walker.step(i)
            return first + walker.x

        def f(n):
            v, w, total = Walker(), Other(), 0.0
            for i in range(n):
                total += move(v, i) + move(w, i) * 0.5
            return total, v.where(), w.where()
        """,
    ),
    kernel(
        "methods of objects in attributes",
        """
        class World:
            def __init__(self):
                self.one, self.two, self.total = Walker(), Walker(3.0), 0.0
            def turn_all(self, i):
                self.total += self.one.step(i) - self.two.step(1)
                self.one, self.two = self.two, self.one
                return self.total
            def run(self, n):
                for i in range(n):
                    self.turn_all(i)
                return self.total, self.one.where(), self.two.where()

        def f(n):
            return World().run(n)
        """,
    ),
    kernel(
        "kinds of attributes change in methods",
        """
        class Mixed:
            def __init__(self):
                self.x, self.last = 1, None
            def set(self, x):
                self.last = self.x
                self.x = x
                return self.last
            def half(self):
                self.x = self.x * 0.5

        def f(n):
            m, found = Mixed(), 0
            for i in range(n):
                found += m.set(i)
                if i % 3 == 2:
                    m.half()
                if i % 5 == 4:
                    m.set(i > 5)
            return found, m.x, m.last
        """,
    ),
    kernel(
        "slots in methods",
        """
        def f(n):
            s, total = Slots(0.5, 10), 0
            while s.add(s.n * 0.25) > -n:
                total += s.x
            return total, s.x, s.n
        """,
    ),
    kernel(
        "methods through classes",
        """
        def f(n):
            w, total = Walker(), 0.0
            for i in range(n):
                total += Walker.step(w, i) + Walker.scaled(i) + w.scaled(i, by=3)
                total -= Walker.step(self=w, by=1)
            return total, w.where()
        """,
    ),
    kernel(
        "functions held by objects",
        """
        def twice(x):
            return x * 2

        class Holder:
            def __init__(self, function):
                self.function, self.x = function, 1
            def call(self, x):
                self.x += self.function(x)
                return self.x

        Holder.shared = staticmethod(twice)
        lower = lambda x: x - 1

        def f(n):
            h, total = Holder(twice), 0
            other = Holder(lower)
            for i in range(n):
                total += h.call(i) + other.call(i) - h.function(i) + h.shared(i)
            return total, h.x, other.x
        """,
    ),
    kernel(
        "methods as values",
        """
        def apply(method, x):
            return method(x)

        def f(n):
            w, total = Walker(), 0.0
            for i in range(n):
                step = w.step
                total += step(i) + apply(step, 2) + apply(w.scaled, i)
                if i == n - 1:
                    break
                del step
            return total, w.where(), step.__self__ is w, step.__func__ is Walker.step
        """,
    ),
    kernel(
        "bound methods in variables",
        """
        fixed = Slots(0.5, 10)
        move = fixed.add

        class Holder:
            def __init__(self, method):
                self.method, self.x = method, 0
            def call(self, x):
                self.x += self.method(x)
                return self.x

        def apply(function, x):
            return function(x) + function(x=2)

        def f(n):
            fixed.__init__(0.5, 10)
            w, v, total, count = Slots(3.0, 10), Slots(1.5, 5), 0.0, 0
            add, same = w.add, w.add
            h, k = Holder(add), Holder(v.add)
            for i in range(n):
                total += add(i) - move(1) + w.x + fixed.x
                total += apply(add, i) - apply(move, 1) + h.call(i) - k.call(2)
                count += (add is same) + 2 * (add is add) + 4 * (h.method is add)
                add, same = same, add
            return total, count, w.x, w.n, fixed.x, fixed.n, h.x, k.x, k.method.__self__.x, v.n
        """,
    ),
    kernel(
        "loops and early returns in methods",
        """
        class Table:
            def __init__(self, n):
                self.items, self.total, self.n = [0.5] * n, 0.0, n
            def find(self, x):
                for i, item in enumerate(self.items):
                    if item > x:
                        return i
                    self.total += item
                return -1
            def put(self, i, x):
                self.items[i % self.n] += x

        def f(n):
            t, found = Table(5), 0
            for i in range(n):
                found = found * 3 % 1000 + t.find(i * 0.25)
                t.put(i, i * 0.5)
            return found, t.items, t.total
        """,
    ),
    kernel(
        "numbers with one identity",
        """
        class Pair:
            def __init__(self):
                self.x, self.y = 1000.5, 2000.5
            def swap(self):
                self.x, self.y = self.y, self.x
            def same(self):
                self.y = self.x
            def made(self, k):
                self.x = self.y = self.x * k

        def f(n):
            p, q, r = Pair(), Pair(), Pair()
            for i in range(n):
                p.swap()
                q.same()
                r.made(0.5)
            return p.x is p.y, q.x is q.y, r.x is r.y, p.x, q.y, r.x
        """,
    ),
    kernel(
        "inherited methods",
        """
        class Faster(Walker):
            SCALE = 5
            def turn(self, back):
                return Walker.turn(self, back * 2) - 1

        def f(n):
            w, total = Faster(), 0.0
            for i in range(n):
                total += w.step(i)
            return total, w.where()
        """,
    ),
    kernel(
        "objects passed to functions",
        """
        count = 0

        def push(one, other, x):
            global count
            count += 1
            one.x += x
            other.x -= x
            return one if one.x < other.x else other

        def f(n):
            global count
            count = 0
            v, w = Walker(), Walker(9.5)
            for i in range(n):
                push(v, w, i).steps += 1
                push(one=w, other=v, x=2).limit -= 1
            return count, v.where(), w.where()
        """,
    ),
    Kernel(
        "methods at module level",
        f"""
import sys, types
tools = sys.modules.get("walkers_of_test")
if tools is None:
    tools = sys.modules["walkers_of_test"] = types.ModuleType("walkers_of_test")
    exec(compile({CLASSES!r}, "<walkers>", "exec"), vars(tools))
w, total = tools.Walker(), 0.0
for i in range(14):
    total += w.step(i) + w.x + tools.Walker.scaled(i)
    w.steps -= 2
result = total, w.where()
del w
""",
        is_module=True,
    ),
    kernel(
        "closure variables of methods",
        """
        def make():
            scale = 0
            class Local:
                def __init__(self):
                    self.x = 1
                def set(self, value):
                    nonlocal scale
                    scale = value
                def grow(self):
                    nonlocal scale
                    scale = scale * 2 % 1000
                    self.x += scale
                    return self.x
            return Local, lambda: scale

        (One, get), (Two, get_two) = make(), make()

        def f(n):
            one, two, total = One(), Two(), 0
            one.set(2)
            two.set(0.5)
            for i in range(n):
                total += one.grow() - two.grow() + get()
            return total, one.x, two.x, get(), get_two()
        """,
    ),
)

RAISING_METHODS = (
    kernel(
        "error in a method",
        """
        class Divider:
            def __init__(self, x):
                self.x, self.done = x, 0
            def divide(self, y):
                self.x -= 1
                found = self.x // y
                self.done += 1
                return found
            def outer(self, y):
                self.done += 10
                return self.divide(y) + 1

        def f(n):
            d, total, found = Divider(100), 0, []
            for i in range(n):
                try:
                    total += d.outer(9 - i)
                except ZeroDivisionError as error:
                    total += error.__traceback__.tb_next.tb_next.tb_lineno
            return total, d.x, d.done
        """,
    ),
    kernel(
        "methods called with wrong arguments",
        """
        def f(n):
            w, total = Walker(), 0.0
            for i in range(n):
                total += w.step(i)
                try:
                    if i == 4:
                        w.step()
                    if i == 6:
                        w.step(1, by=2)
                    if i == 8:
                        Walker.step(1)
                    if i == 10:
                        w.missing(1)
                except (TypeError, AttributeError) as error:
                    total += len(str(error))
            return total, w.where()
        """,
    ),
    kernel(
        "overflow in a method",
        """
        class Grower:
            def __init__(self):
                self.x, self.n = 1, 0
            def grow(self):
                self.n += 1
                self.x *= 3
                return self.x

        def f(n):
            g, total = Grower(), 0
            for i in range(n):
                total += g.grow() % 7
                if i % 50 == 49:
                    g.x = 1
            return total, g.x, g.n
        """,
        "120",
    ),
)
