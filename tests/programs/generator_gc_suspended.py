import gc


def suspended():
    try:
        yield 1
    finally:
        print("finalised")


g = suspended()
next(g)
print("before del")
del g
print("after del")


def cycle():
    try:
        me = yield
        yield
    finally:
        print("cycle finalised")


gc.disable()
c = cycle()
next(c)
c.send(c)
c = None
print("collecting")
gc.collect()
print("collected")
never_started = suspended()
del never_started
next(suspended())
print("end")
