import sys

print(sys.gettrace(), sys.getprofile())
calls = []


def profiler(frame, event, argument):
    if event == "call" and frame.f_code.co_filename == __file__:
        calls.append(frame.f_code.co_name)


def f():
    return g()


def g():
    return 1


sys.setprofile(profiler)
f()
sys.setprofile(None)
print(calls)
