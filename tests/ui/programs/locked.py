import atexit
import sys
import threading
import time

lock, ready = threading.Lock(), threading.Event()


def locks():
    with lock:
        ready.set()
        for _ in range(50):
            time.sleep(0.01)


def stops():
    return 1


def works():
    ready.wait()
    stops()


def main(first, second):
    thread = threading.Thread(target=first, name="other")
    thread.start()
    atexit.register(thread.join)
    second()
    thread.join()
    print("done")


main(*((works, locks) if sys.argv[1:] == ["elsewhere"] else (locks, works)))
