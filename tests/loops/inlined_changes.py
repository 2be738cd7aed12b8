"""Programs that change, between two runs of a loop, what the loop calls."""

from __future__ import annotations

from tests.loops.kernels import Kernel

CHANGES = (
    Kernel(
        "another function by that name",
        """
        def one(x):
            return x + 1

        def two(x):
            return x * 2

        def three(x):
            return x * 2.5

        helper = one

        def work(n):
            total = 0
            for i in range(n):
                total += helper(i)
            return total

        def f(n):
            global helper
            found = []
            for each in (one, two, one, abs, three, one, lambda x: x - 1):
                helper = each
                found.append(work(n))
            return found
        """,
        ("9",),
    ),
    Kernel(
        "other code",
        """
        def one(x):
            return x + 1

        def two(x):
            return x * 2

        def three(x):
            return x * 2.5

        codes = one.__code__, two.__code__, three.__code__

        def work(n):
            total = 0
            for i in range(n):
                total += one(i)
            return total

        def f(n):
            found = []
            for code in codes * 2:
                one.__code__ = code
                found.append(work(n))
            one.__code__ = codes[0]
            return found
        """,
        ("9",),
    ),
    Kernel(
        "other defaults",
        """
        def step(x, by=1, *, scale=2):
            return x * scale + by

        def work(n):
            total = 0
            for i in range(n):
                total += step(i)
            return total

        def f(n):
            found = []
            for defaults in ((1,), (2,), (0.5,), (True,), (3, 4), (), None, (1,)):
                step.__defaults__ = defaults
                for named in ({"scale": 2}, {"scale": 3.5}, {}, {"scale": None}):
                    step.__kwdefaults__ = named
                    try:
                        found.append(work(n))
                    except TypeError as error:
                        found.append(str(error))
                    if "scale" in named:
                        named["scale"] = 7
                        found.append(work(n) if defaults else None)
            step.__kwdefaults__ = None
            try:
                work(n)
            except TypeError as error:
                found.append(str(error))
            step.__kwdefaults__ = {"scale": 2}
            return found
        """,
        ("9",),
    ),
    Kernel(
        "other globals and closure variables",
        """
        SCALE = 2

        def make(k):
            def add(x):
                return x * SCALE + k

            def change(value):
                nonlocal k
                k = value

            return add, change

        def work(add, n):
            total = 0
            for i in range(n):
                total += add(i)
            return total

        def f(n):
            global SCALE
            found = []
            add, change = make(1)
            for scale in (2, 3, 0.5):
                SCALE = scale
                for value in (1, 2, 1.5, True):
                    change(value)
                    found.append(work(add, n))
                    found.append(work(make(value)[0], n))
            SCALE = 2
            return found
        """,
        ("9",),
    ),
    Kernel(
        "a new function each time",
        """
        def work(n, k):
            step = 1

            def add(x, by=k):
                nonlocal step
                step += x
                return step * by

            total = 0
            for i in range(n):
                total += add(i)
            return total, step

        def f(n):
            return [work(n, k) for k in range(9)]
        """,
        ("9",),
    ),
    Kernel(
        "functions of modules",
        """
        import sys, types

        BASE = 100

        def module(name, source):
            made = types.ModuleType(name)
            sys.modules[name] = made
            exec(compile(source, f"<module {name}>", "exec"), vars(made))
            return made

        TOOLS = '''
        BASE = 3
        def scaled(x):
            return abs(x) * BASE
        def plain(x):
            return x
        '''
        tools = module("tools_of_test", TOOLS)
        other = module("others_of_test", TOOLS.replace("3", "0.5"))

        def negative(x):
            return -x

        def work(n):
            total = 0
            for i in range(n):
                total += tools.scaled(i) + helper(i)
            return total

        def f(n):
            global tools, helper
            own, scaled = tools, tools.scaled
            found = []
            for helper in (own.plain, other.scaled, other.plain):
                found.append(work(n))
                own.BASE = 4
                found.append(work(n))
                own.BASE = 2.5
                own.scaled = other.plain
                found.append(work(n))
                tools = other
                found.append(work(n))
                tools = own
                own.scaled, own.BASE = scaled, 3
                found.append(work(n))
                own.abs = negative
                found.append(work(n))
                del own.abs
            return found
        """,
        ("9",),
    ),
    Kernel(
        "changed from inside the loop",
        """
        def one(x):
            return x + 1

        def two(x):
            return x * 2

        helper = one
        changes = []

        def change(i):
            changes.append(i)
            globals()["helper"] = two if helper is one else one
            one.__defaults__ = None

        def f(n):
            global helper
            helper = one
            changes.clear()
            total = 0
            for i in range(n):
                total += helper(i)
                if i % 7 == 6:
                    change(i)
            return total, changes[:]
        """,
        ("40",),
    ),
    Kernel(
        "replaced by what it calls",
        """
        def one(x):
            global helper
            helper = two
            return x + 1

        def two(x):
            return x * 2

        helper = one

        def f(n):
            global helper
            helper = one
            total = 0
            for i in range(n):
                total += helper(i) + two(i)
            return total
        """,
        ("12",),
    ),
    Kernel(
        "a module that looks at itself",
        """
        import sys, textwrap, types

        me = types.ModuleType("own_of_test")
        vars(me).update(sys=sys)
        sys.modules["own_of_test"] = me
        source = '''
        count = 0
        def tick(x):
            global count
            count += x
            return x + count

        def work(n):
            own = sys.modules["own_of_test"]
            total = 0
            for i in range(n):
                total += tick(i)
                if i % 4 == 3:
                    total += own.count
            return total, count
        '''
        exec(textwrap.dedent(source), vars(me))

        def f(n):
            me.count = 0
            return me.work(n)
        """,
        ("9",),
    ),
    Kernel(
        "cells that are one",
        """
        def make():
            k = 0

            def up(x):
                nonlocal k
                k += x
                return k

            def down(x):
                nonlocal k
                k -= x
                return k

            return up, down

        def work(up, down, n):
            total = 0
            for i in range(n):
                total = total * 3 % 1000 + up(i) - down(2)
            return total

        def f(n):
            first, second = make(), make()
            pairs = (first[0], second[1]), first, (second[0], first[1]), second, first
            return [work(*pair, n) for pair in pairs]
        """,
        ("9",),
    ),
)
