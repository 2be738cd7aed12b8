import sys


def make():
    try:
        1 / 0
    except ZeroDivisionError as error:
        return error


error = make()
frames = []
tb = error.__traceback__
while tb:
    frames.append((tb.tb_frame.f_code.co_name, tb.tb_lineno, tb.tb_lasti >= 0))
    tb = tb.tb_next
print(frames)
try:
    raise ValueError("fresh").with_traceback(error.__traceback__)
except ValueError as fresh:
    tb = fresh.__traceback__
    print(tb.tb_lineno, tb.tb_next.tb_frame.f_code.co_name)
error.__traceback__ = None
raise error
