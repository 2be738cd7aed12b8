"""Programs that change, between two runs of a loop, which methods it calls, and on what."""

from __future__ import annotations

from tests.loops.kernels import Kernel

METHOD_CHANGES = (
    Kernel(
        "methods that are patched",
        """
        class Base:
            def step(self, x):
                self.x += x
                return self.x

            def low(self):
                return self.step(1)

        class Derived(Base):
            pass

        def other(self, x, by=2):
            self.x -= x * by
            return self.x * 0.5

        def third(self, x):
            return x

        def work(d, n):
            total = 0
            for i in range(n):
                total += d.step(i) - d.low()
            return total, d.x

        def f(n):
            original, low, found = Base.step, Base.low, []
            for make in (Derived, Base, Derived):
                d = make()
                d.x = 1
                for change in (
                    lambda: None,
                    lambda: setattr(Base, "step", other),
                    lambda: setattr(other, "__defaults__", (0.5,)),
                    lambda: setattr(Derived, "step", third),
                    lambda: setattr(Base, "low", lambda self: self.x % 3),
                    lambda: delattr(Derived, "step"),
                    lambda: setattr(d, "step", lambda x: x * 1000),
                    lambda: setattr(d, "low", abs),
                    lambda: setattr(d, "low", lambda: 7),
                    lambda: vars(d).pop("step") and vars(d).pop("low"),
                    lambda: setattr(d, "__class__", Base),
                    lambda: setattr(Base, "step", original),
                    lambda: setattr(Base, "low", low),
                    lambda: setattr(other, "__defaults__", (2,)),
                ):
                    change()
                    try:
                        found.append(work(d, n))
                        found.append(work(d, n))
                    except TypeError as error:
                        found.append(str(error))
            return found
        """,
        ("7",),
    ),
    Kernel(
        "other code and defaults of methods",
        """
        class Base:
            def step(self, x, by=2, *, scale=1):
                self.x += x * by * scale
                return self.x

        def doubled(self, x, by, *, scale):
            return x * 2 + by * scale

        def work(b, n):
            total = 0
            for i in range(n):
                total += b.step(i)
            return total, b.x

        def f(n):
            step, found = Base.step, []
            code = step.__code__
            for defaults, named in (
                ((2,), {"scale": 1}), ((3,), {"scale": 1}), ((0.5,), {"scale": 2}),
                ((1, 2), {"scale": 1}), ((), {"scale": 1}), (None, None), ((2,), {"scale": 0.5}),
            ):
                step.__defaults__, step.__kwdefaults__ = defaults, named
                for each in (code, doubled.__code__, code):
                    step.__code__ = each
                    b = Base()
                    b.x = 1
                    try:
                        found.append(work(b, n))
                    except TypeError as error:
                        found.append(str(error))
            step.__defaults__, step.__kwdefaults__ = (2,), {"scale": 1}
            return found
        """,
        ("7",),
    ),
    Kernel(
        "receivers of other classes",
        """
        class First:
            def __init__(self):
                self.x = 1
            def step(self, i):
                self.x += i
                return self.x

        class Second(First):
            def step(self, i):
                self.x = self.x * 0.5 + i
                return 1

        class Third:
            __slots__ = ("x",)
            def __init__(self):
                self.x = 0.25
            step = First.step

        class Fourth(First):
            @property
            def step(self):
                self.x += 1
                return lambda i: i

        class Fifth(First):
            @classmethod
            def step(cls, i):
                return i + 1

        class Sixth(First):
            step = staticmethod(lambda i: i * 3)

        class Seventh(First):
            def step(self, i):
                return super().step(i) - 1

        class Eighth(First):
            def __init__(self):
                self.x, self.step = 3, abs

        def work(p, n):
            total = 0
            for i in range(n):
                total += p.step(i)
            return total, p.x

        def f(n):
            kinds = First, Second, Third, Fourth, Fifth, Sixth, Seventh, Eighth
            found = [work(kind(), n) for kind in (*kinds, *kinds[::-1])]
            p = First()
            for kind in (First, Second, Fourth, Fifth, Sixth, First):
                p.__class__ = kind
                found.append(work(p, n))
            return found
        """,
        ("9",),
    ),
    Kernel(
        "patched from inside the loop",
        """
        class Base:
            def step(self, x):
                self.x += x
                return self.x

        def other(self, x):
            return -x

        original = Base.step

        def change(b, i):
            if i % 4 == 1:
                Base.step = other
            elif i % 4 == 2:
                b.step = lambda x: x * 7
            elif i % 4 == 3:
                del b.step
            else:
                Base.step = original

        def f(n):
            Base.step = original
            b = Base()
            b.x = 0
            total = 0
            for i in range(n):
                total += b.step(i)
                if i % 5 == 4:
                    change(b, i // 5)
                if i == n - 3:
                    Base.step = original
            return total, b.x
        """,
        ("60",),
    ),
    Kernel(
        "functions in objects change",
        """
        class Holder:
            def __init__(self, function):
                self.function, self.x = function, 0
            def call(self, x):
                self.x += self.function(x)
                return self.x
            def put(self, function):
                self.function = function

        def one(x):
            return x + 1

        def two(x):
            return x * 0.5

        def work(h, n):
            for i in range(n):
                h.call(i)
            return h.x

        def moving(h, n):
            for i in range(n):
                h.call(i)
                if i == 3:
                    h.put(two if h.function is one else one)
            return h.x

        def f(n):
            h, found = Holder(one), []
            for function in (one, two, one, abs, lambda x: 3, Holder(one).call, one):
                h.function = function
                found.append((work(h, n), work(Holder(function), n), moving(h, n)))
            return found
        """,
        ("9",),
    ),
    Kernel(
        "other bound methods in a variable",
        """
        class Base:
            def __init__(self, x=1):
                self.x = x
            def step(self, i):
                self.x += i
                return self.x
            def low(self, i, by=2):
                self.x -= i * by
                return i
            @classmethod
            def made(cls, i):
                return i * 3
            def __call__(self, i):
                return i * self.x

        class Derived(Base):
            def step(self, i):
                self.x = self.x * 0.5
                return i + self.x

        def other(self, i):
            return i * self.x

        def work(p, method, n):
            total = 0
            for i in range(n):
                total += method(i) + p.x
            return total, p.x

        def f(n):
            p, d, found = Base(), Derived(0.25), []
            code = Base.step.__code__
            for owner in (p, d, p):
                for method in (
                    p.step, p.step, d.step, Base(5).step, Base(5).low, owner.low, p.made, d,
                    Base.step.__get__(d), other.__get__(p), other.__get__(3.5), p.step,
                ):
                    try:
                        found.append(work(owner, method, n))
                    except AttributeError as error:
                        found.append(str(error))
                Base.low.__defaults__ = (0.5,)
                Base.step.__code__ = other.__code__
                d.__class__ = Base
            Base.low.__defaults__, Base.step.__code__ = (2,), code
            return found
        """,
        ("7",),
    ),
)
