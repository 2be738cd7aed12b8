import queue, threading, time
def busy(goes_on, started):
    count = 0
    started.set()
    while not goes_on:
        count += 1
        time.sleep(0.001)  # @busy
    return count
def waiting(tasks, done):
    task = tasks.get()
    done.put(task * 2)  # @waiting
def stop():
    return 1  # @stop
goes_on, started, tasks, done = [], threading.Event(), queue.Queue(), queue.Queue()
threads = [
    threading.Thread(target=busy, args=(goes_on, started)),
    threading.Thread(target=waiting, args=(tasks, done)),
]
for thread in threads:
    thread.start()
started.wait()
stop()
time.sleep(0.3)
goes_on.append(1)
tasks.put(4)
for thread in threads:
    thread.join()
print("out", done.get())
