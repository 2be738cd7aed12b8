import asyncio


async def agen(n):
    for i in range(n):
        await asyncio.sleep(0)
        yield i


async def twice(x):
    return x * 2


async def main():
    print([x async for x in agen(3)], {x async for x in agen(2)}, {x: x async for x in agen(2)})
    print([await twice(x) for x in range(3)], [await twice(x) async for x in agen(3) if x])
    print([[y async for y in agen(x)] for x in range(3)])
    generator = (await twice(x) for x in range(3))
    print(type(generator).__name__, [x async for x in generator])
    print([x async for x in (y async for y in agen(2))])
    print([1 / x async for x in agen(2)])


asyncio.run(main())
