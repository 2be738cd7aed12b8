import sys


def hook(kind, value, tb):
    raise RuntimeError("hook failed")


sys.excepthook = hook
raise ValueError("original")
