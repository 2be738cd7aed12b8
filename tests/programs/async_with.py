import asyncio


class Manager:
    def __init__(self, name, suppress=False):
        self.name, self.suppress = name, suppress

    async def __aenter__(self):
        print("enter", self.name)
        await asyncio.sleep(0)
        return self.name

    async def __aexit__(self, kind, value, traceback):
        await asyncio.sleep(0)
        print("exit", self.name, kind and kind.__name__, value)
        return self.suppress


async def early():
    async with Manager("early"):
        return "value"


async def main():
    async with Manager("a") as a, Manager("b", True):
        print(a)
        raise ValueError("suppressed")
    print(await early())
    for i in range(3):
        async with Manager(f"loop{i}"):
            if i == 0:
                continue
            break
    async with Manager("last"):
        1 / 0


asyncio.run(main())
