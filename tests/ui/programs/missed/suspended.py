import asyncio
def numbers():
    for i in range(3):
        yield i
        done = i  # @generator
async def task(event):
    await event.wait()
    return 1  # @coroutine
async def stream():
    yield 1
    yield 2  # @async_generator
def outer():
    yield from numbers()
    yield 9  # @outer
def stop():
    return 1  # @stop
async def main():
    event = asyncio.Event()
    waiting = asyncio.ensure_future(task(event))
    things = stream()
    await anext(things)
    await asyncio.sleep(0)
    stop()
    event.set()
    print("out", await anext(things), await waiting)
suspended = numbers()
next(suspended)
deeper = outer()
next(deeper)
stop()
print("out", *suspended, *deeper)
asyncio.run(main())
