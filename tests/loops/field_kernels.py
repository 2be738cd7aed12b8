"""Small programs whose loops read and assign attributes of objects.

Each shows in the end what its objects have, and in which order; some look at them in between, from
a function that is not compiled.
"""

from __future__ import annotations

import textwrap

from tests.loops.kernel import Kernel

PREAMBLE = """\
import sys, types, weakref
from dataclasses import dataclass

class Plain:
    def __init__(self, **fields):
        list(map(self.__setattr__, fields, fields.values()))

class Slots:
    __slots__ = ("x", "n", "other")
    def __init__(self, x, n, other=None):
        self.x, self.n, self.other = x, n, other

class Noisy:
    def __init__(self, name, clock):
        self.name, self.clock = name, clock
    def __del__(self):
        print(self.name, "dies at", self.clock.n)

def shown(value):
    if isinstance(value, (int, float, str, type(None), np.ndarray)):
        return value
    if isinstance(value, (list, tuple)):
        return list(map(shown, value))
    names = getattr(value, "__slots__", None) or list(vars(value))
    return list(map(lambda name: (name, shown(getattr(value, name, "none"))), names))

def look(*values):
    print(shown(values))
"""


def kernel(name: str, source: str, *arguments: str) -> Kernel:
    return Kernel(name, PREAMBLE + textwrap.dedent(source), arguments)


FIELDS = (
    kernel(
        "read and assigned",
        """
        class Counter:
            def __init__(self):
                self.total, self.count = 0.5, 3
            def run(self, n):
                for i in range(n):
                    self.total += i * 0.25
                    self.count += 1
                return self.count
        def f(n):
            c = Counter()
            return c.run(n), shown(c)
        """,
        "20",
    ),
    kernel(
        "slots",
        """
        def f(n):
            s = Slots(1.5, 2)
            for i in range(n):
                s.x = s.x * 0.5 + s.n
                s.n += i
            return shown(s)
        """,
        "20",
    ),
    kernel(
        "two names for one object",
        """
        def f(n):
            p = q = Plain(x=1, y=2)
            for i in range(n):
                p.x += q.y
                q.y = p.x - i
                p.x -= 1
            return shown(p), p is q
        """,
        "20",
    ),
    kernel(
        "two objects of one class",
        """
        def f(n):
            p, q = Plain(x=1, y=2), Plain(x=5, y=7)
            for i in range(n):
                p.x += q.y
                q.x = p.x - i
                q.y = (q.x + p.y) % 100
            return shown(p), shown(q)
        """,
        "20",
    ),
    kernel(
        "names move",
        """
        def f(n):
            p, q = Plain(x=1, y=2), Plain(x=5, y=7)
            for i in range(n):
                p, q = q, p
                p.x += 1
                q.y += p.x
                r = p
                r.y -= 1
            return shown(p), shown(q), r is p
        """,
        "20",
    ),
    kernel(
        "nested",
        """
        def f(n):
            p = Plain(inner=Plain(x=0.5, deep=Slots(1.5, 4)), total=0.0)
            for i in range(n):
                p.inner.x += p.inner.deep.n
                p.inner.deep.n += 1
                p.total += p.inner.x
            return shown(p)
        """,
        "20",
    ),
    kernel(
        "held by two",
        """
        def f(n):
            inner = Plain(x=1)
            p, q = Plain(inner=inner, x=0), Plain(inner=inner, x=0)
            for i in range(n):
                p.inner.x += 1
                q.inner.x += 2
                inner.x *= 3
                inner.x %= 1000
                p.x += q.inner.x
            return shown(p), shown(q)
        """,
        "20",
    ),
    kernel(
        "objects change places",
        """
        def f(n):
            p = Plain(one=Plain(x=1), two=Plain(x=10))
            for i in range(n):
                p.one, p.two = p.two, p.one
                p.one.x += i
                p.two.x -= 1
            return shown(p)
        """,
        "20",
    ),
    kernel(
        "containers in attributes",
        """
        def f(n):
            p = Plain(items=[1.0, 2.0, 3.0], numbers=[1, 2, 3], grid=np.zeros((2, 3)), place=0)
            for i in range(n):
                p.items[p.place] += i
                p.grid[i % 2, p.place] += p.items[p.place]
                p.place = (p.place + p.numbers[i % 3]) % 3
                for x in p.items:
                    p.grid[0, 0] += x
            return shown(p)
        """,
        "20",
    ),
    kernel(
        "containers change places",
        """
        def f(n):
            p = Plain(now=[1.0, 2.0], then=[5.0, 6.0], a=np.zeros(2), b=np.ones(2))
            for i in range(n):
                p.now, p.then = p.then, p.now
                p.a, p.b = p.b, p.a
                p.now[i % 2] += p.then[0]
                p.a[0] += p.now[1]
            return shown(p)
        """,
        "20",
    ),
    kernel(
        "kinds change",
        """
        def f(n):
            p = Plain(x=1, flag=False, none=None)
            for i in range(n):
                if i == 5:
                    p.x = 0.5
                if i == 8:
                    p.flag = True
                if i == 10:
                    p.none = i
                p.x += 1
                if p.flag and p.none is not None:
                    p.x += p.none
            return shown(p)
        """,
        "20",
    ),
    kernel(
        "kinds of numpy",
        """
        def f(n):
            p = Plain(x=np.float64(0.5), k=np.int32(7), b=np.uint8(200))
            a = np.linspace(0, 1, n)
            for i in range(n):
                p.x += a[i]
                p.k = p.k + np.int32(1) if i == -1 else p.k
                if p.b > 3:
                    p.x = p.x * 0.5
            return p.x, p.k, p.b
        """,
        "20",
    ),
    kernel(
        "inherited and of the class",
        """
        class Base:
            SCALE = 3
            STEP = 0.25
            def step(self):
                return 1
        class Derived(Base):
            STEP = 0.5
            LIMIT = 5
        def f(n):
            d = Derived()
            d.x = 0.0
            for i in range(n):
                d.x += d.SCALE * d.STEP
                if d.x > Derived.LIMIT:
                    d.x -= Base.STEP * Derived.SCALE
            return shown(d)
        """,
        "20",
    ),
    kernel(
        "data classes",
        """
        @dataclass
        class Point:
            x: float = 0.0
            y: float = 0.0
            hits: int = 0
        @dataclass(frozen=True)
        class Fixed:
            dx: float
            dy: float = 0.5
        @dataclass(slots=True)
        class Narrow:
            z: int = 5
        def f(n):
            p, step, narrow = Point(1.0, 2.0, 1), Fixed(0.25), Narrow()
            for i in range(n):
                p.x += step.dx
                p.y -= step.dy
                if p.x > 2:
                    p.hits += 1
                narrow.z += p.hits
            return shown(p), shown(narrow)
        """,
        "20",
    ),
    kernel(
        "objects in globals",
        """
        world = Plain(x=1.0, turns=0)
        def f(n):
            world.x, world.turns = 1.0, 0
            for i in range(n):
                world.x += 0.5
                world.turns += 1
            return shown(world)
        """,
        "20",
    ),
    kernel(
        "objects in cells",
        """
        def f(n):
            world = Plain(x=1.0, turns=0)
            def run():
                for i in range(n):
                    world.x += 0.5
                    world.turns += 1
            run()
            return shown(world)
        """,
        "20",
    ),
    Kernel(
        "objects of a module",
        PREAMBLE
        + textwrap.dedent("""
        from argparse import Namespace
        world = Namespace(x=1.0, turns=0)
        for i in range(20):
            world.x += 0.5
            world.turns += 1
        result = shown(world)
        del world
        """),
        is_module=True,
    ),
    kernel(
        "same number in two places",
        """
        def f(n):
            p = Plain(x=1000.5, y=2000.5)
            for i in range(n):
                keep = p.x
                p.x = p.y
                p.y = keep
            return p.x is p.y, p.x is keep, p.y is keep, shown(p)
        """,
        "21",
    ),
    kernel(
        "shared number",
        """
        def f(n):
            p, made = Plain(x=1000.5, y=2000.5), 0.5
            for i in range(n):
                made = p.x * 1.5
                p.x = p.y = made
            return p.x is p.y, p.x is made, shown(p)
        """,
        "21",
    ),
    kernel(
        "identity",
        """
        def f(n):
            p, q = Plain(x=1), Plain(x=2)
            p.me, p.other, p.none = p, q, None
            count = 0
            for i in range(n):
                count += p.me is p
                count += 10 * (p.other is p) + 100 * (p.other is not q)
                count += 1000 * (p.none is None) + (p.me is None)
                p.x += 1
            return count, p.x
        """,
        "20",
    ),
    kernel(
        "overflow",
        """
        def f(n):
            p = Plain(x=2**60, y=2**62, steps=0)
            for i in range(n):
                if i == 9:
                    p.x = 1
                p.x *= 2
                p.y -= p.x // 2**58
                p.steps += 1
            return shown(p)
        """,
        "20",
    ),
    kernel(
        "while and break",
        """
        def f(n):
            p = Plain(x=n, steps=0, done=False)
            while not p.done:
                p.x = p.x // 2 if p.x % 2 == 0 else 3 * p.x + 1
                p.steps += 1
                if p.x == 1:
                    p.done = True
                if p.steps > 100:
                    break
            return shown(p)
        """,
        "27",
    ),
    kernel(
        "tuples and rows",
        """
        def f(n):
            p = Plain(pair=(1, 2.5), grid=np.arange(6.0).reshape(3, 2), row=None, last=())
            for i in range(n):
                a, b = p.pair
                p.pair = (a + 1, b * 0.5)
                p.row = p.grid[i % 3]
                p.row[0] += b
                p.last = p.pair[0], i
            return shown(p), p.row.base is p.grid.base
        """,
        "20",
    ),
    kernel(
        "nested loops",
        """
        class Bodies:
            def __init__(self, n):
                self.n, self.x, self.v = n, [0.0, 1.5, 3.5, 4.0], [0.0] * n
                self.dt, self.steps = 0.01, 0
            def run(self, steps):
                for _ in range(steps):
                    for i in range(self.n):
                        for j in range(self.n):
                            if i != j:
                                self.v[i] += (self.x[j] - self.x[i]) * self.dt
                    for i in range(self.n):
                        self.x[i] += self.v[i] * self.dt
                    self.steps += 1
        def f(steps):
            b = Bodies(4)
            b.run(steps)
            return shown(b)
        """,
        "5",
    ),
    kernel(
        "many places hold it",
        """
        def f(n):
            p = Plain(x=0, y=0)
            p.me = p
            for i in range(n):
                p.me.me.x += 1
                q = p.me
                q.me.y += q.x
                p.me = q
            return p.x, p.y, p.me is p
        """,
        "20",
    ),
)
"""The whole of their loops is compiled."""

SHARP_FIELDS = (
    kernel(
        "looked at from outside",
        """
        def f(n):
            p = Plain(x=0, y=0.5, items=[1, 2])
            for i in range(n):
                p.x += 1
                if i % 4 == 1:
                    look(p)
                p.y *= 1.5
                p.items[i % 2] += p.x
            return shown(p)
        """,
        "20",
    ),
    kernel(
        "changed from outside",
        """
        def change(p, i):
            p.x = [i, 0.5 * i, None, True, "x", 2**70][i % 6]
        def f(n):
            p = Plain(x=0, y=0.5)
            for i in range(n):
                if isinstance(p.x, (int, float)):
                    p.x += 1
                p.y += 0.5
                if i % 3 == 1:
                    change(p, i)
            return shown(p)
        """,
        "40",
    ),
    kernel(
        "other objects",
        """
        def run(p, q, n):
            for i in range(n):
                p.x += q.y
                q.x -= 1
            return shown(p), shown(q)
        def f(n):
            p, q = Plain(x=1, y=2), Plain(x=3, y=4)
            r = Plain(y=0.5, x=0.25)
            s = Slots(1, 2)
            found = [run(*pair, n) for pair in [(p, q), (p, p), (q, p), (r, p), (p, q), (q, q)]]
            try:
                run(s, p, n)
                run(p, s, n)
            except AttributeError as error:
                found.append(str(error))
            return found, shown(s)
        """,
        "8",
    ),
    kernel(
        "two with one dictionary",
        """
        class Other:
            pass
        def run(p, q, n):
            for i in range(n):
                p.x += 1
                q.x *= 2
            return p.x, q.x
        def f(n):
            p, q, r, o = Plain(x=1), Plain(x=2), Plain(x=3), Other()
            found = [run(p, q, n)]
            q.__dict__ = p.__dict__
            found += [run(p, q, n), run(q, p, n), run(p, r, n)]
            o.x = 5
            found.append(run(p, o, n))
            o.__dict__ = p.__dict__
            found += [run(p, o, n), run(o, p, n), run(r, o, n)]
            return found
        """,
        "8",
    ),
    kernel(
        "dictionaries in the open",
        """
        def run(p, n):
            for i in range(n):
                p.x += 1
                p.y = p.x * 0.5
        def f(n):
            p = Plain(x=1, y=0.0)
            d = vars(p)
            run(p, n)
            found = [dict(d), list(d)]
            d["x"] = 100
            run(p, n)
            found.append(dict(d))
            p.__dict__ = {"y": 1, "x": 2}
            run(p, n)
            del p.y
            run(p, n)
            return [str(each) for each in found], str(vars(p)), str(d)
        """,
        "8",
    ),
    kernel(
        "properties",
        """
        class Guarded:
            def __init__(self):
                self.reads, self.n = 0, 0
            @property
            def x(self):
                self.reads += 1
                return self.reads
            @x.setter
            def x(self, value):
                self.n = value * 2
        def f(n):
            g = Guarded()
            total = 0
            for i in range(n):
                total += g.x
                g.x = i
                g.n += 1
            for i in range(n):
                g.n += i
            return shown(g.n), g.reads, total
        """,
        "20",
    ),
    kernel(
        "descriptors",
        """
        class Seen:
            def __init__(self, log):
                self.log = log
            def __get__(self, owner, kind):
                self.log.append("get")
                return len(self.log)
        class Strict(Seen):
            def __set__(self, owner, value):
                self.log.append(value)
        log = []
        class Guarded:
            x, y = Seen(log), Strict(log)
            @classmethod
            def c(cls):
                return 1
            @staticmethod
            def s():
                return 2
        def f(n):
            log.clear()
            g, total = Guarded(), 0
            g.z = 0
            for i in range(n):
                g.z += g.x + g.y + Guarded.x
                g.y = i
                total += g.c() + g.s()
                if i == 6:
                    g.x = 3
            return g.z, total, log
        """,
        "12",
    ),
    kernel(
        "looked up by the program",
        """
        class Getting:
            def __init__(self):
                self.x, self.reads = 0, 0
            def __getattr__(self, name):
                self.reads += 1
                return 5
        class Getting2(Getting):
            def __getattribute__(self, name):
                if name == "x":
                    return 7
                return object.__getattribute__(self, name)
        class Setting(Getting):
            def __setattr__(self, name, value):
                object.__setattr__(self, name, value if name == "reads" else value + 1)
        class Deleting(Getting):
            def __delattr__(self, name):
                print("del", name)
        def run(g, n):
            for i in range(n):
                g.x += 1
                g.x += g.missing
                if i == 5:
                    del g.x
                    g.x = 0
            return shown(g)
        def f(n):
            return [run(kind(), n) for kind in (Getting, Getting2, Setting, Deleting)]
        """,
        "12",
    ),
    kernel(
        "missing, deleted and added",
        """
        def run(p, n):
            for i in range(n):
                p.x += 1
                if i == 5:
                    p.new = i
                if i == 6:
                    del p.x
                    p.x = 9
                if i == 8:
                    p.new += p.x
        def f(n):
            p, s = Plain(x=1, y=2), Slots(1, 2)
            run(p, n)
            del s.n
            found = [shown(p)]
            try:
                run(s, n)
            except AttributeError as error:
                found.append(str(error))
            try:
                for i in range(n):
                    s.x += 1
                    if i == 7:
                        s.x += s.n
            except AttributeError as error:
                found.append(str(error))
            del p.x
            try:
                run(p, n)
            except AttributeError as error:
                found.append(str(error))
            return found, shown(s)
        """,
        "12",
    ),
    kernel(
        "hidden attributes of the class",
        """
        class Base:
            x, y, flag = 1, 0.5, False
        def run(b, n):
            for i in range(n):
                b.x += 1
                b.y += b.x
                if i == 9:
                    b.flag = not b.flag
            return shown(b)
        def f(n):
            b, c = Base(), Base()
            c.y, c.x = Base.y, Base.x
            found = [run(each, n) for each in (b, c, b, c)]
            del b.x
            found.append(run(b, n))
            return found, Base.x, Base.y, Base.flag
        """,
        "12",
    ),
    kernel(
        "classes change",
        """
        class Base:
            SCALE = 2
            def step(self):
                return 1
        class Derived(Base):
            pass
        class Other(Base):
            SCALE = 7
        def run(d, n):
            for i in range(n):
                d.x += d.SCALE
                d.y += Derived.SCALE
                if d.x == 2 * d.SCALE:
                    d.x = d.step()
            return shown(d)
        def again(d, n):
            vars(d).update(x=0, y=0)
            return run(d, n)
        def f(n):
            d = Derived()
            d.x = d.y = 0
            found = [run(d, n)]
            Base.SCALE = 3
            found.append(again(d, n))
            Derived.SCALE = 5
            found.append(again(d, n))
            d.SCALE = 10
            found.append(again(d, n))
            del d.SCALE
            Base.step = lambda self: 5
            found.append(again(d, n))
            d.step = lambda: 9
            found.append(again(d, n))
            del d.step
            del Derived.SCALE
            found.append(again(d, n))
            d.__class__ = Other
            found.append(again(d, n))
            d.__class__ = Derived
            Derived.__bases__ = (Other,)
            found.append(again(d, n))
            Derived.__bases__ = (Base,)
            Base.SCALE = property(lambda self: print("scale") or 4)
            Derived.SCALE = 5
            found.append(again(d, n))
            Derived.SCALE = Base.SCALE
            try:
                again(d, n)
            except TypeError as error:
                found.append(str(error))
            del Derived.SCALE
            Base.SCALE = 2
            Base.x = property(lambda self: 5, lambda self, value: print("set", value))
            found.append(again(d, n))
            del Base.x
            Base.__setattr__ = lambda self, name, value: print(name, value)
            found.append(again(d, n))
            del Base.__setattr__
            Derived.__getattribute__ = lambda self, name: 3 if name == "x" else (
                object.__getattribute__(self, name))
            found.append(again(d, n))
            del Derived.__getattribute__
            Base.step = lambda self: 1
            found.append(again(d, n))
            return found
        """,
        "8",
    ),
    kernel(
        "one object, then two",
        """
        def run(p, q, n):
            for i in range(n):
                p.x += q.x
                q.x -= 1
            return shown(p), shown(q)
        def f(n):
            p, q = Plain(x=3), Plain(x=5)
            return [run(*pair, n) for pair in [(p, p), (p, q), (q, p), (q, q)]]
        """,
        "12",
    ),
    kernel(
        "attributes in the order of the program",
        """
        class Base:
            b, a, n = 1, 2, 0
        def run(p, n):
            for i in range(n):
                p.n += p.a + p.b
                if i > 3:
                    p.b = i
                    p.a = i + 1
            return shown(p)
        def f(n):
            p, q = Base(), Base()
            p.a, p.b = 7, 8
            return run(p, n), run(q, n), run(q, n)
        """,
        "12",
    ),
    kernel(
        "classes change in the loop",
        """
        class Base:
            SCALE = 2
        def change(i):
            Base.SCALE = i
        def f(n):
            Base.SCALE = 2
            b = Base()
            b.x = 0
            for i in range(n):
                b.x += b.SCALE + Base.SCALE
                if i % 7 == 2:
                    change(i)
            return b.x
        """,
        "60",
    ),
    kernel(
        "objects die in time",
        """
        def f(n):
            clock = Plain(n=0)
            p = Plain(x=Noisy("first", clock), y=Noisy("second", clock), z=None, t=0)
            for i in range(n):
                clock.n = i
                p.t += 1
                if i == 4:
                    p.x = i
                if i == 6:
                    p.z = p.y
                if i == 8:
                    p.y = None
                if i == 10:
                    p.z = 0
            return shown(p)
        """,
        "14",
    ),
    kernel(
        "owners die in time",
        """
        class Owner(Noisy):
            pass
        def f(n):
            clock = Plain(n=0)
            p, q = Owner("p", clock), Owner("q", clock)
            p.x, q.x = 0, 10
            for i in range(n):
                clock.n = i
                p.x += 1
                q.x += p.x
                if i == 5:
                    p = q
                if i == 9:
                    p = q = Owner("r", clock)
                    p.x = 100
            clock.n = 100
            del p
            clock.n = 200
            q = None
            clock.n = 300
        """,
        "14",
    ),
    kernel(
        "failing in the middle",
        """
        def run(p, n):
            for i in range(n):
                p.x += 1
                p.y += p.items[i]
                p.x += 100 // (p.limit - i)
        def f(n):
            found = []
            for limit in (5, 100):
                p = Plain(x=1, y=0.5, items=[0.25] * 9, limit=limit)
                try:
                    run(p, n)
                except (IndexError, ZeroDivisionError) as error:
                    found += [str(error), shown(p)]
            return found
        """,
        "12",
    ),
    kernel(
        "classes of other kinds",
        """
        import enum
        class Meta(type):
            def __getattribute__(cls, name):
                if name[:2] != "__":
                    print("meta", name)
                return type.__getattribute__(cls, name)
            SCALE = 2
        class Strange(metaclass=Meta):
            STEP = 3
        class Error(Exception):
            pass
        class Number(int):
            pass
        class Colour(enum.IntEnum):
            RED = 3
        class Items(list):
            pass
        def run(p, n):
            for i in range(n):
                p.x += 1
                p.y += p.x
            return p.x, p.y
        def f(n):
            found, strange, total = [], Strange(), 0
            strange.x = 1
            for i in range(n):
                strange.x += strange.STEP
                if i == 3:
                    total += Strange.STEP + Strange.SCALE
                total += Colour.RED.value + Colour.RED
            for p in (Error(), Number(3), Items(), types.SimpleNamespace(), lambda: 1, Plain):
                p.x, p.y = 1, 0.5
                found.append(run(p, n))
            del Plain.x, Plain.y
            return found, total, strange.x
        """,
        "8",
    ),
    kernel(
        "slots under other names",
        """
        class Two:
            __slots__ = ("x", "__hidden")
            def __init__(self):
                self.x, self.__hidden = 1, 2
            def run(self, n):
                for i in range(n):
                    self.__hidden += self.x
                    self.y += 1
                    self.x += self.__hidden
                return self.x, self.__hidden, self.y
        Two.y = Two.__dict__["x"]
        def f(n):
            return Two().run(n)
        """,
        "8",
    ),
    kernel(
        "a chain",
        """
        def f(n):
            head = None
            for i in range(n):
                head = Plain(next=head, value=i)
            total, node = 0, head
            while node is not None:
                total += node.value
                node.value = total
                node = node.next
            return total, head.value, head.next.next.value
        """,
        "30",
    ),
    kernel(
        "iterators in attributes",
        """
        def f(n):
            p = Plain(it=iter(range(n)), x=0)
            q = Plain(it=None)
            for i in range(n):
                p.x += 1
                if i % 5 == 2:
                    q.it = iter([1, 2, 3])
                    for x in q.it:
                        for y in q.it:
                            p.x += x * y
            return p.x, list(p.it), list(q.it)
        """,
        "12",
    ),
    kernel(
        "functions of the class in the object",
        """
        class Walker:
            x = 0
            def step(self=None):
                return self is None
        def run(w, n):
            count = 0
            for i in range(n):
                w.x += 1
                if i % 4 == 3:
                    count = w.step() + count * 2
            return count, w.x
        def f(n):
            v, w = Walker(), Walker()
            v.x, w.x = 5, 7
            w.step = Walker.step
            return run(v, n), run(w, n), run(v, n)
        """,
        "12",
    ),
    kernel(
        "none or an object",
        """
        def run(p, q, n):
            count = 0
            for i in range(n):
                count += q is None
                if p.other is not None:
                    count += 10
                p.x += 1
            return count
        def f(n):
            p, q = Plain(x=0, other=f), Plain(x=0, other=None)
            found = [run(p, object(), n), run(p, None, n)]
            p.other = None
            return found, run(p, q, n), run(q, object(), n)
        """,
        "12",
    ),
    kernel(
        "methods",
        """
        class Walker:
            def __init__(self):
                self.x, self.steps = 0.5, 0
            def step(self, by):
                self.x += by
                self.steps += 1
                return self.x
        def f(n):
            w, total = Walker(), 0.0
            numbers = [1, 2, 4]
            for i in range(n):
                total += w.step(i)
                w.x *= 0.5
                try:
                    w.step(numbers[i % 4])
                except IndexError:
                    total -= 1
            later = w.step
            for i in range(n):
                total += w.x
                w.x -= 0.25
                if i == n - 2:
                    later = w.step
                if i == n - 1:
                    later(i)
            return total, shown(w), later.__self__ is w
        """,
        "12",
    ),
    kernel(
        "classes made anew",
        """
        import weakref

        def make(k):
            class Local:
                def __init__(self):
                    self.x = 1
                def step(self, i):
                    self.x += i * k
                    return self.x
            return Local

        def work(p, n):
            total = 0
            for i in range(n):
                total += p.step(i)
            return total

        def f(n):
            import gc
            found, seen = [], []
            for k in (1, 2, 0.5, 3):
                local = make(k)
                found.append(work(local(), n))
                seen.append(weakref.ref(local.step))
                del local
                gc.collect()
                found.append([each() is None for each in seen])
            return found
        """,
        "9",
    ),
    kernel(
        "methods of odd classes",
        """
        class First:
            def __init__(self):
                self.x = 1
            def step(self, i):
                self.x += i
                return self.x
        class Second(First):
            def __getattr__(self, name):
                return 5
        class Third(First):
            def __call__(self, i):
                return self.x + i
            def __init__(self):
                self.x, self.step = 3, self
        class Fourth(First):
            def __getattribute__(self, name):
                if name == "step":
                    return abs
                return object.__getattribute__(self, name)
        class Fifth(First):
            def __setattr__(self, name, value):
                object.__setattr__(self, name, value * 2)
        class Meta(type):
            @property
            def step(cls):
                return lambda p, i: -i
        class Sixth(First, metaclass=Meta):
            def run(self, i):
                return type(self).step(self, i) + Sixth.step(self, 1) + self.step(i)
        class Seventh(Sixth):
            __slots__ = ()
            step = First.step
        def run(p, n):
            total = 0
            for i in range(n):
                total += p.step(i) + First.step(p, 1)
                if isinstance(total, int) and total > 10**6:
                    p.x = 0
            return total, p.x
        def f(n):
            kinds = First, Second, Third, Fourth, Fifth, Sixth, Seventh
            found = [run(kind(), n) for kind in (*kinds, *kinds)]
            for kind in (Sixth, Seventh):
                p = kind()
                for i in range(n):
                    p.x += p.run(i)
                found.append(p.x)
            return found
        """,
        "9",
    ),
)
"""Their loops leave, or must not be entered."""
