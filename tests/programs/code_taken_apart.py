"""The code of functions taken apart, written and put together again."""

import dis
import hashlib
import io
import marshal
import sys
import traceback
import types

SCALE = 3
CONTENTS = [
    *("co_argcount", "co_cellvars", "co_code", "co_exceptiontable", "co_firstlineno", "co_flags"),
    *("co_freevars", "co_kwonlyargcount", "co_linetable", "co_name", "co_names", "co_nlocals"),
    *("co_posonlyargcount", "co_qualname", "co_stacksize", "co_varnames"),
]


def counts(n, step=1, *more, **named):
    """Counts."""
    total = 0
    for i in range(n):
        try:
            total += i * SCALE
        except ValueError:
            pass
    return total + step


def closure(x):
    def inner(y):
        return [x + y + z for z in range(3)]

    return inner


def generates(n):
    while n:
        yield n
        n -= 1


async def awaits(other):
    async with other as found:
        return await found


@types.coroutine
def steps():
    yield 1


class Plain:
    def method(self):
        return [__class__, *(i for i in range(self.n))]


def shape(code):
    """All that is in some code, and in what is nested in it."""
    constants = [shape(c) if isinstance(c, types.CodeType) else repr(c) for c in code.co_consts]
    places = [*code.co_positions()], [*code.co_lines()], sys.getsizeof(code)
    return [constants, places, [getattr(code, name) for name in CONTENTS]]


def digest(value):
    return hashlib.md5(repr(value).encode()).hexdigest()


for function in (counts, closure, closure(2), generates, awaits, steps, Plain.method, lambda q: q + SCALE):
    code = function.__code__
    print(code.co_name, digest(shape(code)), digest(marshal.dumps(code, 2)))
    shown = io.StringIO()
    dis.dis(code.co_code, file=shown)
    print(digest(shown.getvalue()), digest([(i.starts_line, i.positions) for i in dis.get_instructions(code)]))
    written = io.BytesIO()
    marshal.dump([(code,), {1: code}], written)
    (first,), others = marshal.loads(written.getvalue())
    print(shape(first) == shape(others[1]) == shape(code))
    print(code.replace() == code, code.replace(co_name="other").co_name)
    more = code.replace(co_consts=(*code.co_consts, SCALE))
    print(more == code, more.co_consts[-1], digest(shape(more.replace(co_consts=code.co_consts))))

scaled = counts.__code__.replace(co_names=tuple(n.replace("SCALE", "WIDE") for n in counts.__code__.co_names))
counted = types.FunctionType(scaled, {"WIDE": 10, "range": range}, "counted", (5,))
print(counted(4), counts(4))
counts.__code__ = marshal.loads(marshal.dumps(scaled))
WIDE = 100
print(counts(4))
print(steps().send(None), [*generates(3)], closure(2)(3), generates.__code__ is generates.__code__)
renamed = generates.__code__.replace(co_name="renamed", co_qualname="more.renamed")
print([*types.FunctionType(renamed, globals())(2)])

for wrong in (
    lambda: marshal.dumps(object()),
    lambda: marshal.dumps([counts.__code__, object()]),
    lambda: marshal.dumps(),
    lambda: counts.__code__.replace(1),
    lambda: counts.__code__.replace(co_nme="x"),
    lambda: closure.__code__.replace(co_consts=[]),
):
    try:
        wrong()
    except (TypeError, ValueError):
        traceback.print_exc()


deep = [counts.__code__]
for _ in range(100_000):
    deep = [deep]
try:
    marshal.dumps(deep)
except ValueError as error:
    print(error, error.__context__)


class Closed:
    def write(self, data):
        raise OSError(len(data) > 40)


try:
    marshal.dump(closure.__code__, Closed())
except OSError:
    traceback.print_exc()
