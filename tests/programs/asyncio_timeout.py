import asyncio


async def slow():
    try:
        await asyncio.sleep(30)
    finally:
        print("slow finalised")


async def main():
    try:
        await asyncio.wait_for(slow(), 0.01)
    except TimeoutError:
        print("timed out")
    try:
        async with asyncio.timeout(0.01) as scope:
            await slow()
    except TimeoutError as error:
        print(type(error).__name__, scope.expired())
    async with asyncio.timeout(10):
        print("in time")
    await asyncio.wait_for(slow(), timeout=0.01)


asyncio.run(main())
