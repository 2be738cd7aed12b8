import asyncio


async def work(name, turns):
    for turn in range(turns):
        print(name, turn)
        await asyncio.sleep(0)
    return name * turns


async def fail():
    await asyncio.sleep(0)
    raise ValueError("failed")


async def main():
    print(await asyncio.gather(work("a", 2), work("b", 3), work("c", 1)))
    print(await asyncio.gather(work("x", 1), fail(), return_exceptions=True))
    task = asyncio.create_task(work("t", 1))
    print(await task, task.done(), task.result())
    await asyncio.gather(work("z", 1), fail())


asyncio.run(main())
