import threading


def work():
    raise ValueError("in a thread")


x = 1  # @before
threading.excepthook = lambda args: print("out", args.exc_type.__name__, args.exc_value)
thread = threading.Thread(target=work)
thread.start()
thread.join()
x = 2  # @after
print("out", x)
