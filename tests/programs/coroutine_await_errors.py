import asyncio


async def not_awaitable():
    await 5


async def bad_await():
    class Bad:
        def __await__(self):
            return 3

    await Bad()


async def twice():
    c = asyncio.sleep(0)
    await c
    await c


async def bad_with():
    async with 5:
        pass


async def bad_for():
    async for x in [1]:
        pass


async def sync_with_async():
    class A:
        async def __aenter__(self):
            return 1

        async def __aexit__(self, *a):
            return None

    with A():
        pass


for case in (not_awaitable, bad_await, twice, bad_with, bad_for, sync_with_async):
    try:
        asyncio.run(case())
    except Exception as error:
        print(type(error).__name__, error)
