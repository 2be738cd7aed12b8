def numbers(n):
    print("start")
    for i in range(n):
        received = yield i
        print("received", received)
    print("end")
    return "result"


g = numbers(2)
print(type(g).__name__, g.__name__, g.gi_running, g.gi_frame is not None)
print(next(g), g.send("hello"))
try:
    next(g)
except StopIteration as stop:
    print("stop", stop.value)
print(g.gi_frame, list(g), next(g, "default"))
print(list(numbers(1)), (lambda: (yield))().send(None))
numbers(1).send(5)
