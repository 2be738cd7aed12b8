import sys
import traceback


def a():
    b()


def b():
    frame = sys._getframe()
    names = []
    while frame and frame.f_code.co_filename == __file__:
        names.append((frame.f_code.co_name, frame.f_lineno))
        frame = frame.f_back
    print(names)
    stack = traceback.walk_stack(sys._getframe())
    print([(f.f_code.co_name, line) for f, line in stack if f.f_code.co_filename == __file__])
    raise LookupError


try:
    a()
except LookupError as error:
    print([(f.f_code.co_name, line) for f, line in traceback.walk_tb(error.__traceback__)])
    print(list(error.__traceback__.tb_frame.f_code.co_positions())[0])
