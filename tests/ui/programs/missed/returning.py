import asyncio
class Thing:
    def __add__(self, other):
        return 1  # @add
    @property
    def name(self):
        return 2  # @name
    def __enter__(self):
        return 3  # @enter
    def __exit__(self, *error):
        return None  # @exit
    def __iter__(self):
        yield 4  # @iter
    def __del__(self):
        here = 5  # @del
def inner():
    return 6  # @inner
def key(x):
    return x  # @key
async def task():
    return 7  # @task
async def main():
    got = await task()  # @main
    return got  # @after_task
def work():
    thing = Thing()
    a = thing + 1  # @adding
    b = thing.name  # @after_add
    with thing:  # @after_name
        c = 1  # @after_enter
    d = [*thing]  # @after_exit
    e = sorted([1], key=key)  # @after_iter
    f = inner()  # @after_key
    thing = None  # @after_inner
    return a, b, c, d, e, f  # @after_del
print("out", *work(), asyncio.run(main()))
print("out", "end")  # @end
