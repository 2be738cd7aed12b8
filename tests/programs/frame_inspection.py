import inspect
import sys


def where():
    frame = sys._getframe(1)
    return frame.f_code.co_name, frame.f_lineno


def caller():
    x = 1
    return where()


print(caller(), where())
print(inspect.currentframe().f_lineno)
print(inspect.currentframe().f_code.co_name, inspect.currentframe().f_globals is globals())
print((lambda: where())(), [where() for _ in "a"], list(where() for _ in "a"))


class K:
    here = where()

    def method(self):
        return where(), sys._getframe().f_back.f_code.co_name


print(K.here, K().method())
frames = [f.function for f in inspect.stack() if f.filename == __file__]
print(frames)
sys._getframe(1000)
