"""Generators and coroutines that a line resumes after it has called functions."""

import asyncio
from contextlib import contextmanager


def doubled(numbers):
    for number in numbers:
        yield number * 2


def named(values):
    return values


async def later(value):
    await asyncio.sleep(0)
    return value


@contextmanager
def opened(name):
    yield name.upper()


async def main():
    seen = []
    for each in named(doubled(named([1, 2]))):
        seen.append(named(each))
    seen.append(await later(named(3)))
    seen += list(doubled([4]))
    with opened(named("file")) as file:
        seen.append(file)
    return named(seen)


print(asyncio.run(main()))
