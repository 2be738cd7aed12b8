import sys


def hook(kind, value, tb):
    lines = []
    while tb:
        lines.append((tb.tb_frame.f_code.co_name, tb.tb_lineno))
        tb = tb.tb_next
    print("hook", kind.__name__, value, lines)


sys.excepthook = hook


def f():
    raise LookupError("to the hook")


f()
