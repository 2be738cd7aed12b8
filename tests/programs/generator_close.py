def managed():
    try:
        yield 1
        yield 2
    except GeneratorExit:
        print("exit")
        raise
    finally:
        print("cleanup")


g = managed()
next(g)
g.close()
g.close()
print(next(g, "closed"))
managed().close()


def swallow():
    try:
        yield 1
    except GeneratorExit:
        print("swallowed")
        return "value"


g = swallow()
next(g)
g.close()


def stubborn():
    try:
        yield 1
    except GeneratorExit:
        yield 2


g = stubborn()
next(g)
try:
    g.close()
except RuntimeError as error:
    print(error)
def breaks():
    try:
        yield
    finally:
        raise KeyError("in close")
g = breaks()
next(g)
g.close()
