import asyncio


async def leaf(n):
    await asyncio.sleep(0)
    return 10 // n


async def middle(n):
    value = (
        await leaf(n + 1)
        + await leaf(n)
    )
    return value


async def main():
    print(await middle(1))
    await asyncio.create_task(middle(0))


asyncio.run(main())
