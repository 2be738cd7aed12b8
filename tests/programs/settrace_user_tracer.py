import sys

events = []


def tracer(frame, event, argument):
    if frame.f_code.co_filename != __file__:
        return None
    events.append((event, frame.f_code.co_name, frame.f_lineno))
    return tracer


def f(n):
    total = 0
    for i in range(n):
        total += i
    return total


def g():
    try:
        f("x")
    except TypeError:
        pass


sys.settrace(tracer)
f(2)
g()
sys.settrace(None)
for event in events:
    print(event)
