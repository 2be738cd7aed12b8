import asyncio
import contextvars

var = contextvars.ContextVar("var", default="default")
print(var.get())
token = var.set("one")
context = contextvars.copy_context()
var.set("two")
print(context[var], context.run(var.get), context.run(lambda: (var.set("inside"), var.get())[1]), var.get())
var.reset(token)
print(var.get())


async def task(n):
    var.set(n)
    await asyncio.sleep(0)
    return var.get()


async def main():
    print(await asyncio.gather(task(1), task(2)), var.get())


asyncio.run(main())
try:
    contextvars.ContextVar("empty").get()
except LookupError as error:
    print(type(error).__name__)
context.run(lambda: 1 / 0)
