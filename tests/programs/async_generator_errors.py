import asyncio


async def stops():
    yield 1
    raise StopAsyncIteration("leak")


async def stop_iteration():
    yield 1
    raise StopIteration


async def stubborn():
    try:
        yield 1
    finally:
        yield 2


async def consume(g):
    return [x async for x in g]


async def close():
    g = stubborn()
    await anext(g)
    try:
        await g.aclose()
    except RuntimeError as error:
        print(error)
    return [x async for x in g]


async def coroutine_stop():
    raise StopIteration("from coroutine")


for coroutine in (consume(stops()), consume(stop_iteration()), close(), coroutine_stop()):
    try:
        print(asyncio.run(coroutine))
    except (RuntimeError, GeneratorExit) as error:
        print(error, repr(error.__cause__))
asyncio.run(consume(stops()))
