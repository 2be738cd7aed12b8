import types


@types.coroutine
def pause():
    yield "paused"


async def job():
    try:
        await pause()
    except ValueError as error:
        print("caught", error)
        await pause()
    finally:
        print("finally")


c = job()
c.send(None)
print(c.throw(ValueError("v")))
c.close()
c = job()
c.close()
c = job()
c.send(None)
c.throw(KeyError("escape"))
