import asyncio


async def ticker():
    try:
        for i in range(10):
            yield i
    finally:
        print("finalised")


async def main():
    async for i in ticker():
        print(i)
        if i == 1:
            break
    await asyncio.sleep(0)
    print("after loop")
    import contextlib

    async with contextlib.aclosing(ticker()) as t:
        async for i in t:
            break
    print("end")


asyncio.run(main())
