import asyncio


class Counter:
    def __init__(self, n):
        self.n = n

    def __aiter__(self):
        print("aiter")
        return self

    async def __anext__(self):
        await asyncio.sleep(0)
        if self.n == 0:
            raise StopAsyncIteration
        self.n -= 1
        return self.n


async def main():
    async for x in Counter(2):
        print(x)
    else:
        print("else")
    async for x in Counter(5):
        if x == 3:
            break
        print(x)
    else:
        print("never")
    async for a, b in Pairs():
        print(a, b)


class Pairs(Counter):
    def __init__(self):
        self.n = 2

    async def __anext__(self):
        return await super().__anext__() and (1, 2)


asyncio.run(main())
