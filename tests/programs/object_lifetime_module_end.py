class Noisy:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("del", self.name)


at_exit = Noisy("module global")
import atexit

atexit.register(print, "atexit")
raise SystemExit(3)
