import asyncio


def callback(loop, n):
    print("callback", n)
    if n:
        loop.call_soon(callback, loop, n - 1)
    else:
        loop.stop()


loop = asyncio.new_event_loop()
loop.call_soon(callback, loop, 2)
loop.run_forever()
future = loop.create_future()
future.add_done_callback(lambda f: print("done", f.result()))
loop.call_soon(future.set_result, 42)
print(loop.run_until_complete(future))
failed = loop.create_future()
loop.call_soon(failed.set_exception, ValueError("in future"))
try:
    loop.run_until_complete(failed)
finally:
    loop.close()
