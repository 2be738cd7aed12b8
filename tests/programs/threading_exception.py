import threading


def fail(n):
    value = 10 / n
    return value


def hook(args):
    print("hook", args.exc_type.__name__, args.exc_value, args.exc_traceback.tb_next.tb_frame.f_code.co_name)


thread = threading.Thread(target=fail, args=(0,), name="failing")
thread.start()
thread.join()
threading.excepthook = hook
thread = threading.Thread(target=fail, args=("x",))
thread.start()
thread.join()


def leave():
    raise SystemExit(3)


thread = threading.Thread(target=leave)
thread.start()
thread.join()
print("main continues")
