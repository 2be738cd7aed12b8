import asyncio
import contextlib


@contextlib.asynccontextmanager
async def session(name):
    print("open", name)
    try:
        yield name.upper()
    except LookupError as error:
        print("handled", repr(error))
    finally:
        await asyncio.sleep(0)
        print("close", name)


async def main():
    async with session("a") as a:
        print(a)
    async with session("b"):
        raise KeyError("k")
    async with contextlib.AsyncExitStack() as stack:
        print([await stack.enter_async_context(session(n)) for n in "xy"])
        stack.callback(print, "callback")
        raise IndexError("stacked")


asyncio.run(main())
