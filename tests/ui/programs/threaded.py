import threading
import time


class Event(threading.Event):
    def __repr__(self):
        return "<event>"


class Thread(threading.Thread):
    def __repr__(self):
        return f"<thread {self.name}>"


def work(go, name):
    count = len(name)
    wait(go, count)
    return count


def wait(go, count):
    go.wait()


def helping(value):
    doubled = value * 2
    finish(doubled)


def finish(value):
    return value + 1


def start(name, function, *arguments):
    thread = Thread(target=function, args=arguments, name=name)
    thread.start()
    return thread


def until_waiting(event):
    while not event._cond._waiters:
        time.sleep(0.001)


go, released = Event(), Event()
worker = start("worker", work, go, "worker")
until_waiting(go)
helper = start("helper", helping, 4)
released.wait()
go.set()
for each in (worker, helper):
    each.join()
print("done")
