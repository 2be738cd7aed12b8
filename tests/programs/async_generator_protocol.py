import asyncio


async def echo():
    try:
        value = None
        while True:
            try:
                value = yield value
                print("received", value)
            except ValueError as error:
                value = f"caught {error}"
    finally:
        await asyncio.sleep(0)
        print("closed")


async def main():
    g = echo()
    print(await g.asend(None), await g.asend(1))
    print(await g.athrow(ValueError("v")))
    await g.aclose()
    try:
        await anext(g)
    except StopAsyncIteration:
        print("stop")
    print(await anext(g, "default"))
    g = echo()
    await anext(g)
    try:
        await g.athrow(KeyError("k"))
    except KeyError as error:
        print("escaped", error)
    print(type(g).__name__, g.ag_running, g.ag_frame)
    await echo().asend(5)


asyncio.run(main())
