import asyncio


async def work(n):
    await asyncio.sleep(0)
    if n % 2:
        raise ValueError(n)
    print("work", n)
    return n


async def main():
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(work(n)) for n in (0, 2)]
    print([t.result() for t in tasks])
    try:
        async with asyncio.TaskGroup() as group:
            group.create_task(work(1))
            group.create_task(work(3))
    except* ValueError as caught:
        print(caught, [e.args for e in caught.exceptions])
    async with asyncio.TaskGroup() as group:
        group.create_task(work(5))


asyncio.run(main())
