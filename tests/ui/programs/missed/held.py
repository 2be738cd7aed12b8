import asyncio, queue, threading, time
goes_on, counts, tasks = [], {}, queue.Queue()
def count(name):
    counts[name] = counts.get(name, 0) + 1
def busy():
    number = 0  # @busy
    while not goes_on:
        number += 1
        counts["busy"] = number
def calls():
    while not goes_on:  # @calls
        called()
def called():
    count("calls")  # @called
    time.sleep(0.001)
def waits():
    task = tasks.get()  # @waits
    counts["waits"] = task
def generates():
    while not goes_on:  # @generates
        yield count("consumes")
        time.sleep(0.001)
def consumes():
    for each in generates():  # @consumes
        kept = each
def sorts():
    while not goes_on:  # @sorts
        sorted(range(9), key=key)
        time.sleep(0.001)
def key(number):
    return count("sorts") or number  # @key
async def ticks():
    while not goes_on:  # @ticks
        count("awaits")
        await asyncio.sleep(0.001)
def awaits():
    asyncio.run(ticks())  # @awaits
def stop():
    return 1  # @stop
def moved():
    before = dict(counts)
    time.sleep(0.1)
    return sorted(name for name in counts if counts[name] != before.get(name))
def until(names):
    for _ in range(30):
        if moved() == names:
            return True
MOVING = ["awaits", "busy", "calls", "consumes", "sorts"]
functions = (busy, calls, waits, consumes, sorts, awaits)
threads = [threading.Thread(target=each, name=each.__name__) for each in functions]
for thread in threads:
    thread.start()
until(MOVING)
stop()
for i in range(10):
    time.sleep(0.05)  # @again
goes_on.append(1)
for thread in threads:
    thread.join()
print("out", counts["waits"])
