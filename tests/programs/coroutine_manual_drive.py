class Sleep:
    def __init__(self, n):
        self.n = n

    def __await__(self):
        got = yield self.n
        return got * 2


async def child(n):
    value = await Sleep(n)
    print("child", value)
    return value + 1


async def main():
    first = await child(1)
    second = await child(first)
    return first, second


coroutine = main()
print(type(coroutine).__name__, coroutine.cr_running, coroutine.cr_await)
print(coroutine.send(None))
print(coroutine.cr_await.cr_code.co_name)
print(coroutine.send(10))
try:
    coroutine.send(100)
except StopIteration as stop:
    print(stop.value)
coroutine.send(None)
