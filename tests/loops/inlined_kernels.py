"""Small programs whose loops call Python functions, which are inlined."""

from __future__ import annotations

from tests.loops.inlined_changes import CHANGES
from tests.loops.inlined_lifetimes import LIFETIMES
from tests.loops.inlined_method_changes import METHOD_CHANGES
from tests.loops.inlined_methods import METHODS, RAISING_METHODS
from tests.loops.kernels import Kernel

CALLS = (
    Kernel(
        "helper",
        """
        def double(x):
            y = x * 2
            return y + 1

        def f(n):
            total = 0
            for i in range(n):
                total += double(i)
            return total
        """,
        ("12",),
    ),
    Kernel(
        "two kinds",
        """
        def step(x, y):
            if x > 5:
                return x * y
            return x + y

        def f(numbers):
            total = 0
            for x in numbers:
                total = step(total, x) + step(x, 2.5)
            return total
        """,
        ("[1, 2, 3, 4, 1, 2, 3]",),
    ),
    Kernel(
        "polymorphic",
        """
        def square(x):
            return x * x

        def f(n, a, b):
            total, other = a, b
            for i in range(n):
                total = total + square(i)
                other = other + square(other) * 1e-3 + square(i == 3)
            return total, other
        """,
        ("12", "0", "0.5"),
    ),
    Kernel(
        "several levels",
        """
        def low(x):
            return x - 1

        def middle(x, k):
            a = low(x) * k
            b = low(a + k)
            return a + b

        def f(n):
            total = 0
            for i in range(n):
                total += middle(i, 3) - middle(total % 7, i)
            return total
        """,
        ("12",),
    ),
    Kernel(
        "keywords and defaults",
        """
        def area(width, height=2, *, scale=3, offset=0.5):
            return width * height * scale + offset

        def pick(a, b, /, c=1, d=2):
            return a - b * c + d

        def f(n):
            total = 0
            for i in range(n):
                total += area(i) + area(i, 4) + area(height=i, width=2) + area(i, scale=i)
                total -= pick(i, 1) + pick(1, i, d=i) + pick(i, i, 3)
            return total
        """,
        ("12",),
    ),
    Kernel(
        "loops in functions",
        """
        def power_sum(x, n):
            total = 0
            for k in range(n):
                if k == 4:
                    continue
                total += x * k
            else:
                total += 1
            return total

        def search(x):
            while True:
                x = x // 2 if x % 2 == 0 else 3 * x + 1
                if x <= 4:
                    return x

        def f(n):
            total = 0
            for i in range(1, n):
                total += power_sum(i, i) * search(i)
            return total
        """,
        ("12",),
    ),
    Kernel(
        "early returns",
        """
        def sign(x):
            if x < 0:
                return -1
            if x == 0:
                return 0
            return 1.0

        def f(n):
            total = 0
            seen = 0
            for i in range(-n, n):
                seen = seen * 3 % 1000 + i * sign(i)
                total += sign(i) * sign(i - 2)
            return total, seen
        """,
        ("7",),
    ),
    Kernel(
        "lambdas and arguments that are functions",
        """
        twice = lambda x: x * 2

        def apply(function, x):
            return function(x)

        def f(n):
            thrice = lambda x: x * 3
            total = 0
            for i in range(n):
                total += apply(twice, i) - apply(thrice, i)
                total += thrice(total) % 5 + twice(i)
            return total
        """,
        ("12",),
    ),
    Kernel(
        "one line",
        """
        def f(n, x=0):
            square = lambda x: x * x
            while x < n: x += square(x % 3) + 1
            return x
        """,
        ("22",),
    ),
    Kernel(
        "nested functions",
        """
        def f(n):
            count, factor = 0, 3

            def bump(by=1):
                nonlocal count
                count += by
                return count * factor

            def both(x):
                return bump() + bump(x) + factor

            total = 0
            for i in range(n):
                total += both(i)
                if i == 5:
                    factor = 0.5
                count -= 1
            return total, count
        """,
        ("12",),
    ),
    Kernel(
        "made elsewhere",
        """
        def make(k):
            total = 0

            def add(x):
                nonlocal total
                total += x * k
                return total

            return add, lambda: total

        def f(n):
            add, get = make(2)
            other, other_get = make(0.5)
            found = 0
            for i in range(n):
                found += add(i) + other(found % 5) - get() + other_get()
            return found, get(), other_get()
        """,
        ("12",),
    ),
    Kernel(
        "globals",
        """
        SCALE = 3
        count = 0
        last = None

        def tick(x):
            global count
            count = count + 1
            return x * SCALE

        def f(n):
            global SCALE, count
            SCALE, count = 3, 0
            total = 0
            for i in range(n):
                total += tick(i) + count
                if i == 6:
                    SCALE = 0.25
            return total, count
        """,
        ("12",),
    ),
    Kernel(
        "lists",
        """
        def put(items, i, x):
            items[i] = x
            return items[i - 1]

        def swap(items, i, j):
            items[i], items[j] = items[j], items[i]

        def f(numbers, n):
            total = 0.0
            for i in range(n):
                total += put(numbers, i, total)
                swap(numbers, i, n - 1 - i)
            return total
        """,
        ("[0.5, 1.5, 2.5, 3.5, 4.5, 5.5]", "6"),
    ),
    Kernel(
        "arrays",
        """
        def average(a, i, j):
            return (a[i, j - 1] + a[i, j + 1]) / 2

        def relax(row, n):
            for j in range(1, n):
                row[j] = row[j - 1] * 0.5
            return row[n - 1]

        def f(a):
            total = 0.0
            rows, columns = a.shape
            for i in range(rows):
                for j in range(1, columns - 1):
                    total += average(a, i, j)
                relax(a[i], columns)
            return total
        """,
        ("np.arange(24.0).reshape(4, 6)",),
    ),
    Kernel(
        "negative index in a function",
        """
        def last(items, k):
            return items[-k]

        def f(n, numbers):
            total = 0
            for i in range(n):
                total += last(numbers, i % 3 + 1)
            return total
        """,
        ("40", "[1, 2, 3, 4]"),
    ),
    Kernel(
        "tuples",
        """
        def split(x, y):
            return x + y, x - y, y

        def f(n):
            a, b, c = 1, 2, 3
            for i in range(n):
                a, b, c = split(a % 1000, b % 1000)
                c = split(c, i)[0] if i % 2 else c
            return a, b, c
        """,
        ("12",),
    ),
    Kernel(
        "no value returned",
        """
        def nothing(x):
            x += 1

        def bare(x):
            if x > 3:
                return
            return x

        def f(n):
            found = 0
            for i in range(n):
                if nothing(i) is None and bare(i) is None:
                    found += 1
            return found
        """,
        ("12",),
    ),
    Kernel(
        "inside an expression",
        """
        def low(x):
            return x + 1

        def f(n):
            total = 0
            for i in range(n):
                total = total * 2 + low(i) * (i - low(low(i) - i)) % 1000
                total += i and low(i) or low(0)
                total %= 1000
            return total
        """,
        ("12",),
    ),
    Kernel(
        "deleted and unbound in functions",
        """
        def clean(x):
            y = x
            del x
            if y > 3:
                x = y
            return x if y > 3 else y

        def f(n):
            total = 0
            for i in range(n):
                total += clean(i)
            return total
        """,
        ("12",),
    ),
    Kernel(
        "variables of the call before",
        """
        def rest(x):
            if x % 4 == 3:
                z = x * 2
                return z
            y = x
            return y + 1

        def f(n):
            total = 0
            for i in range(n):
                total += rest(i)
            return total
        """,
        ("22",),
    ),
    Kernel(
        "objects passed on",
        """
        class Thing:
            pass

        thing = Thing()

        def same(x, y):
            z = x
            return y

        def f(n, other):
            total = 0
            for i in range(n):
                total += same(thing, i) + same("text", i) + same(other, i) + same(y=1, x=same)
            return total, other is thing
        """,
        ("12", "[object()]"),
    ),
    Kernel(
        "module level",
        """
        factor = 2
        def scaled(x, k=factor):
            return x * k + factor
        result = 0
        for i in range(12):
            result += scaled(i) + scaled(result % 7, i)
            factor = i
        """,
        is_module=True,
    ),
    Kernel(
        "class body",
        """
        class Table:
            total = 0
            def scaled(x):
                return x * 3
            for i in range(12):
                total = total + scaled(i) * 2
        result = Table.total
        """,
        is_module=True,
    ),
    Kernel(
        "guarded by try",
        """
        def careful(x, y):
            try:
                return x // y
            except ZeroDivisionError:
                return -1

        def f(n):
            total = 0
            for i in range(n):
                total += careful(100, i % 5)
            return total
        """,
        ("22",),
    ),
)

RAISING = (
    Kernel(
        "error in a function",
        """
        def divide(x, y):
            z = x + 1
            return z // y

        def outer(x, y):
            return divide(x, y) + 1

        def f(n):
            total = 0
            for i in range(n):
                total += outer(i, 9 - i)
            return total
        """,
        ("12",),
    ),
    Kernel(
        "caught where it was called",
        """
        def item(items, i):
            return items[i]

        def f(items, n):
            total = 0
            for i in range(n):
                try:
                    total += item(items, i)
                except IndexError as error:
                    total += 100 + len(str(error))
            return total
        """,
        ("[1, 2, 3, 4, 5, 6]", "11"),
    ),
    Kernel(
        "wrong arguments",
        """
        def two(x, y):
            return x + y

        def f(n):
            total = 0
            for i in range(n):
                total += two(i, 2)
                if i == 8:
                    two(i)
            return total
        """,
        ("12",),
    ),
    Kernel(
        "wrong keyword",
        """
        def two(x, y=1):
            return x + y

        def f(n):
            total = 0
            for i in range(n):
                total += two(i, 2)
                if i == 8:
                    two(i, x=2)
            return total
        """,
        ("12",),
    ),
    Kernel(
        "beyond 64 bits",
        """
        def grow(x):
            return x * 3

        def f(n):
            total = 1
            for i in range(n):
                total = grow(total)
                if i % 50 == 49:
                    total = 1
            return total
        """,
        ("90",),
    ),
)

GROUPS = {
    "calls": CALLS,
    "raising": (*RAISING, *RAISING_METHODS),
    "changes": CHANGES,
    "lifetimes": LIFETIMES,
    "methods": METHODS,
    "method changes": METHOD_CHANGES,
}
KERNELS = {kernel.name: kernel for kernels in GROUPS.values() for kernel in kernels}
