import asyncio


async def producer(queue):
    for i in range(4):
        await queue.put(i)
        print("put", i)
    await queue.put(None)


async def consumer(queue):
    while (item := await queue.get()) is not None:
        print("got", item)
        queue.task_done()
    return "finished"


async def main():
    queue = asyncio.Queue(maxsize=2)
    lock, event = asyncio.Lock(), asyncio.Event()
    _, result = await asyncio.gather(producer(queue), consumer(queue))
    print(result)

    async def waiter(n):
        await event.wait()
        async with lock:
            print("locked", n)
            await asyncio.sleep(0)

    waiters = [asyncio.create_task(waiter(n)) for n in range(3)]
    await asyncio.sleep(0)
    event.set()
    await asyncio.gather(*waiters)


asyncio.run(main())
