"""What a program puts in the place of builtins, of all at once, only its own code comes upon."""

import builtins
import sys

names, kept, asked, show = vars(builtins), dict(vars(builtins)), [], print
Error, Missing, frame_of, text_of = ArithmeticError, LookupError, sys._getframe, str


def stand_in(name):
    def replaced(*arguments, **keywords):
        asked.append((name, frame_of(1).f_globals is globals_of_program))
        return kept[name](*arguments, **keywords)

    return replaced


globals_of_program = globals()
stand_ins = {name: stand_in(name) for name in names if name != "__debug__"}


class Manager:
    def __init__(self, swallows):
        self.swallows = swallows

    def __enter__(self):
        return self

    def __exit__(self, kind, error, traceback):
        asked.append(("exit", kind))
        return self.swallows

    def __del__(self):
        asked.append(("dies", self.swallows))


def fails(number):
    local = number
    return local / (number - number)


def counts(most):
    number = 0
    while number < most:
        number = number + 1
        yield number


def loops(most):
    total = 0
    for number in counts(most):
        total += number
    while total > most:
        total -= 1
    return [number * 2 for number in (total, most)]


def handles():
    try:
        fails(3)
    except Missing:
        asked.append("wrong")
    except Error as error:
        asked.append(error.__traceback__.tb_next.tb_frame.f_code.co_name)
    finally:
        asked.append("finally")


def leaves():
    with Manager(True) as manager:
        asked.append(manager.swallows)
        raise Error("swallowed")
    return "left"


def matches(subject):
    match subject:
        case [first, *rest]:
            return first, rest
        case {"key": value, **rest}:
            return value, rest


def uses():
    import math

    class Made:
        value = math.tau

    asked.append(len([Made.value]))
    asked.append(sorted({3, 1}))
    asked.append(missing if 0 else text_of(Made.value))
    return range(2)


def unknown():
    try:
        return not_there
    except name_error:
        asked.append("unknown")


def passes(*arguments, key=None, **more):
    return (lambda: (arguments, key, more))()


async def awaits():
    async with Both():
        return [each async for each in Both()]


class Both:
    done = False

    async def __aenter__(self):
        return self

    async def __aexit__(self, *failure):
        return None

    def __aiter__(self):
        return self

    async def __anext__(self):
        if self.done:
            raise stop_async
        self.done = True
        return 1


name_error, stop_async, stop = NameError, StopAsyncIteration, StopIteration


def finishes(coroutine):
    try:
        coroutine.send(None)
    except stop as done:
        asked.append(done.value)


def does():
    asked.append(loops(40))
    handles()
    asked.append(leaves())
    asked.append([matches([1, 2]), matches({"key": 1, "more": 2})])
    asked.append(uses())
    unknown()
    asked.append(passes(1, *[2], key=3, **{"other": 4}))
    finishes(awaits())


names.update(stand_ins)
try:
    does()
    for turn in (1, 2):
        asked.append(turn)
finally:
    names.update(kept)
for each in asked:
    print(each)
does_not = fails(1)
