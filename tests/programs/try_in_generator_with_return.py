def g():
    try:
        yield 1
        return "returned"
    finally:
        print("finally one")
        try:
            yield 2
        finally:
            print("finally two")


print(list(g()))


def h():
    while True:
        try:
            yield "value"
        except GeneratorExit:
            return
        except ValueError:
            continue
        finally:
            print("each time")


it = h()
print(next(it), it.throw(ValueError), next(it))
it.close()


def override():
    try:
        yield 1
    finally:
        return "finally wins"


it = override()
next(it)
try:
    it.throw(KeyError("lost"))
except StopIteration as stop:
    print(stop.value)


def propagate():
    try:
        yield
    finally:
        yield "in finally"


it = propagate()
next(it)
print(it.throw(IndexError("delayed")))
next(it)
