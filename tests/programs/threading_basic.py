import threading

results = []
lock = threading.Lock()


def work(n):
    for i in range(3):
        with lock:
            results.append((n, i))


threads = [threading.Thread(target=work, args=(n,)) for n in range(3)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(sorted(results))
local = threading.local()
local.x = 1
event = threading.Event()


def other():
    print(hasattr(local, "x"), threading.current_thread().name)
    event.set()


thread = threading.Thread(target=other, name="worker")
thread.start()
print(event.wait(5))
thread.join()
print(threading.active_count(), thread.is_alive())
