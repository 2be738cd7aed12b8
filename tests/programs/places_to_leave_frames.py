"""Functions that use everything a frame can be in the middle of, each telling what it sees.

It prints, at many places, the handled exception, the variables at some, and the names and lines
of all frames down to the module.
"""

import asyncio
import re
import sys
import weakref


def log(*values):
    frame = sys._getframe(1)
    chain = []
    while frame is not None:
        # The frame of an interpreted generator has another one below that stands for it.
        if frame.f_code.co_filename == __file__ and frame.f_code.co_qualname not in chain[-1:]:
            chain += [frame.f_lineno, frame.f_code.co_qualname]
        if frame.f_code.co_name == "<module>":
            break
        frame = frame.f_back
    if "--short" in sys.argv:  # callbacks from C do not see all interpreted frames
        del chain[2:]
    told = f"{values} {sys.exc_info()[1]!r} {chain}"
    print(re.sub("0x[0-9a-f]+", "0x", told))


def known(variables):
    return {name: value for name, value in variables.items() if type(value) in {int, str}}


class Manager:
    def __init__(self, name, swallow=False):
        self.name = name
        self.swallow = swallow

    def __enter__(self):
        log("enter", self.name)
        return self.name

    def __exit__(self, kind, error, traceback):
        log("exit", self.name, kind and kind.__name__)
        return self.swallow


class Dying:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("dies", self.name)


def withs():
    with Manager("a") as a, Manager("b", swallow=True) as b:
        log(a, b)
        for i in range(2):
            with Manager(f"c{i}"):
                if i:
                    raise ValueError(i)
                log("inside", i, known(locals()))
    log("after", known(locals()))
    with Manager("d"):
        return [
            a,
            b,
            log("in the value"),
        ]


def finally_copies(n):
    for i in range(n):
        try:
            if i == 1:
                continue
            if i == 3:
                break
            log("body", i, known(locals()))
            if i == 2:
                raise KeyError(i)
        except KeyError as error:
            log("caught", error)
            try:
                raise IndexError from error
            except IndexError:
                log("nested", known(locals()))
            log("handling again")
        finally:
            log("finally", i, known(locals()))
    else:
        log("never")
    try:
        return log("value")
    finally:
        log("on the way out")


def groups():
    try:
        try:
            raise ExceptionGroup("g", [ValueError(1), TypeError(2), KeyError(3)])
        except* ValueError as first:
            log("values", first.exceptions)
        except* TypeError:
            log("types")
            try:
                1 / 0
            except ZeroDivisionError:
                log("inside a star", known(locals()))
    except ExceptionGroup as rest:
        log("rest", rest.exceptions)


def generator(n):
    total = 0
    try:
        for i in range(n):
            try:
                sent = yield i
                log("sent", sent)
                total += sent or 0
            except ValueError as error:
                log("thrown", error, known(locals()))
                yield "caught"
            finally:
                log("round", i, known(locals()))
    except GeneratorExit:
        log("closing")
        raise
    finally:
        log("done", known(locals()))
    result = yield from inner(total)
    return result


def inner(total):
    try:
        got = yield total
        log("inner", got)
        return got
    except KeyError as error:
        log("inner", error)
        yield "inner caught"
    return "end"


def generators():
    g = generator(2)
    log(next(g))
    log(g.send(5))
    log(g.throw(ValueError("t")))
    log(next(g))
    log(g.throw(KeyError("k")))
    try:
        log(next(g))
    except StopIteration as stop:
        log("value", stop.value)
    g = generator(3)
    log(next(g), next(g))
    log(g.close())
    g = generator(0)
    log(list(g))
    return sum(x * y for x in range(3) for y in range(x))


class Context:
    async def __aenter__(self):
        await asyncio.sleep(0)
        log("aenter")
        return self

    async def __aexit__(self, *error):
        await asyncio.sleep(0)
        log("aexit", error[0])
        return error[0] is ValueError


async def ticks(n):
    try:
        for i in range(n):
            await asyncio.sleep(0)
            got = yield i
            log("got", got, known(locals()))
    finally:
        await asyncio.sleep(0)
        log("ticks done")


async def waits():
    async with Context():
        async for i in ticks(3):
            log("tick", i)
            if i == 1:
                raise ValueError(i)
    t = ticks(3)
    log(await t.asend(None))
    log(await t.asend("x"))
    try:
        await t.athrow(KeyError("y"))
    except KeyError as error:
        log("out", error)
    t = ticks(2)
    log(await anext(t))
    await t.aclose()
    found = [
        i + j
        async for i in ticks(2)
        for j in range(2)
    ]
    return found, await asyncio.gather(wait(1), wait(2))


async def wait(n):
    for i in range(n):
        await asyncio.sleep(0)
        log("waits", n, i)
    return n


def cells(n):
    count = 0
    late = []

    def step(by=1):
        nonlocal count
        count += by
        log("step", count, known(locals()))
        return count

    for i in range(n):
        late.append(lambda: (i, count))
        step(i)
    log([f() for f in late])
    del count
    try:
        step()
    except NameError as error:
        log("unbound", error)
    count = 7
    return step(), [
        (lambda: x + y + count)()
        for x in range(2)
        for y in range(x + 1)
    ]


class Base:
    def value(self, scale):
        log("base")
        return 2 * scale


class Derived(Base):
    factor = 3
    table = [
        factor_of + 1
        for factor_of in range(2)
    ]

    def value(self, scale):
        found = super().value(scale)
        log(__class__.__name__, found)
        return found + self.factor

    @property
    def doubled(self):
        return self.value(
            2,
        )


def unbound(flag):
    if flag:
        x = 1
    try:
        log(x)
    except UnboundLocalError as error:
        log("unbound", error)
    x = 2
    del x
    try:
        return x
    except UnboundLocalError as error:
        log("deleted", error)
    return locals()


def matches(subject):
    match subject:
        case [first, *rest] if rest:
            return log("list", first, rest)
        case {"key": value, **others}:
            return log("dict", value, others)
        case Manager(name=name):
            return log("manager", name)
        case _:
            return log("none")


def lifetimes():
    a = Dying("a")
    watch = weakref.ref(a, lambda _: print("callback"))
    b = [Dying("b"), a]
    log(watch() is a)
    a = Dying("a2")
    log("rebound", known(locals()))
    del b
    log("deleted", known(locals()))
    for item in [Dying("c"), Dying("d")]:
        log(item.name)
    errors()
    return str(
        Dying("argument").name
        + Dying("other").name
    )


def errors():
    try:
        raise ValueError(Dying("in error"))
    except ValueError as error:
        log(type(error))
    log("handled", known(locals()))


def many_lines(text):
    return text.replace(
        "a",
        text.upper().lower(),
    ).join(
        sorted(
            text,
            key=lambda c: (-ord(c),),
        ),
    )


def calls(f):
    return [
        *map(f, [1, 2]),
        max(
            [3, 4],
            key=f,
        ),
    ]


def called(x):
    log("called", x)
    return -x


def reraised(n):
    try:
        try:
            reraised(n - 1) if n else 1 / 0
        except ZeroDivisionError:
            log("level", n, known(locals()))
            raise
    finally:
        log("leaving", n)


def main():
    log(withs())
    log(finally_copies(5))
    groups()
    log(generators())
    log(asyncio.run(waits()))
    log(cells(3))
    log(Derived().doubled, Derived.table)
    log(unbound(True), unbound(False))
    for subject in [1, 2, 3], {"key": 1, "b": 2}, Manager("m"), 5:
        matches(subject)
    log(lifetimes())
    log(many_lines("banana"))
    log(calls(called))
    while True:
        log("once")
        break
    reraised(2)


main()
