import sys


class Bad:
    def __del__(self):
        raise ValueError("in del")


def hook(unraisable):
    print("hook", type(unraisable.exc_value).__name__, unraisable.exc_value, unraisable.err_msg)
    print(unraisable.exc_traceback.tb_lineno, unraisable.object.__name__)


sys.unraisablehook = hook
Bad()
x = Bad()
del x
try:
    y = Bad()
    raise KeyError("active")
except KeyError:
    del y
    print("still handling", sys.exc_info()[0])
print("end")
