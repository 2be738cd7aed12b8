import asyncio


async def forever():
    try:
        while True:
            await asyncio.sleep(0)
    except asyncio.CancelledError as error:
        print("cancelled", error.args)
        raise
    finally:
        print("cleanup")


async def refuses():
    try:
        await asyncio.sleep(10)
    except asyncio.CancelledError:
        return "refused"


async def main():
    task = asyncio.create_task(forever())
    await asyncio.sleep(0)
    task.cancel("reason")
    try:
        await task
    except asyncio.CancelledError:
        print("seen", task.cancelled())
    other = asyncio.create_task(refuses())
    await asyncio.sleep(0)
    other.cancel()
    print(await other)
    third = asyncio.create_task(forever())
    await asyncio.sleep(0)
    third.cancel()
    await third


asyncio.run(main())
