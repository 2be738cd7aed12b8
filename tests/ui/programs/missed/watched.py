import asyncio
import contextlib


def plus(a, b):
    return a + b


def plain(value):
    value  # @plain
    value = plus(value, 1)
    value += 1
    value = value
    value, other = 9, 8
    [other, *value] = 1, 2, 3
    (value := other)
    del value
    import sys as value
    value = str(value)[:9]
    return other


def loop(count):
    value = 0  # @loop
    for i in range(count):
        value = plus(value, i)
        if value > 50:
            value -= 50
    while value > 3: value -= 1
    return value


def target(count):
    value = None  # @target
    for value in range(count): pass
    for value, _ in [(1, 2), (1, 3), (2, 2)]:
        _ += value
    squares = [value for value in range(3)]  # hidden
    return sum(value for value in squares) + value


def blocks(value):
    value  # @blocks
    with contextlib.nullcontext(5) as value:
        value += 1
    try:
        1 // 0
    except ZeroDivisionError as value:
        str(value)
    try:
        value = 3
        try:
            raise KeyError(1)
        finally:
            value = 4
    except KeyError:
        value = 5
    match [1, 2]:
        case [1, value]:
            pass
    value = 1; value = 2; value = 3
    return value


def definitions():
    value = 1  # @definitions
    def value(): pass
    value = value.__name__
    class value: pass
    value = value.__name__
    value = (lambda: 3)()
    return value


def closure():
    value = 0  # @closure
    def put(n):
        nonlocal value
        value = n
        return n
    put(1)
    put(1)
    sorted([3, 2], key=put)
    list(map(put, [4, 5]))
    def drop():
        nonlocal value
        del value
    drop()
    value = 7
    return value


def recursive(n):
    value = n  # @recursive
    if n:
        recursive(n - 1)
    value += 10
    return value


def generator(count):
    value = 0  # @generator
    for i in range(count):
        value = yield value
        value = i
    value = -1


async def coroutine(count):
    value = 0  # @coroutine
    for i in range(count):
        await asyncio.sleep(0)
        value += 2
    return value


async def both():
    return await asyncio.gather(coroutine(2), coroutine(3))


def called(n):
    n = n + 1
    return n


def caller():
    value = 0
    called(1)  # @caller
    value = called(value)
    value = called(value) + called(0)
    for value in map(called, [5, 6]):
        called(1)
    return value


def put_total(n):
    global total
    total = n
    return n


def drop_total():
    global total
    del total


print("out", plain(1), loop(12), target(3), blocks(1), definitions(), closure(), recursive(2))
print("out", list(generator(3)), asyncio.run(both()), caller())
total = 0  # @module
put_total(1)
put_total(1)
sorted([3, 2], key=put_total)
for total in range(2): pass
with contextlib.nullcontext(5) as total: pass
try:
    raise KeyError(1)
except KeyError as total:
    str(total)
def total(): pass
total = [total.__name__ for i in range(2)][0]
put_total(3)
drop_total()
total = 2
class Body:
    total = 1  # @body
    for total in range(2): pass
    put_total(7)
    total += 1
    del total
print("out", total)
