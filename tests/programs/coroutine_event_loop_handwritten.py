import collections
import types


@types.coroutine
def switch(label):
    return (yield label)


async def worker(name, n):
    for i in range(n):
        answer = await switch(f"{name}{i}")
        print(name, i, answer)
    if name == "b":
        raise ValueError("worker b failed")
    return name


def run(*coroutines):
    queue = collections.deque((c, None) for c in coroutines)
    while queue:
        coroutine, value = queue.popleft()
        try:
            queue.append((coroutine, coroutine.send(value) + "!"))
        except StopIteration as stop:
            print("done", stop.value)


run(worker("a", 2), worker("c", 1))
run(worker("a", 1), worker("b", 2))
