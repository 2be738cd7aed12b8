import inspect
import sys


def peek(name):
    return sys._getframe(1).f_locals[name]


def f(secret):
    cell = [1]
    def inner():
        return cell
    return peek("secret"), peek("cell"), inner().__len__()


print(f(42))


def caller_line():
    return inspect.stack(context=0)[1].lineno


def g():
    first = caller_line()
    second = (
        caller_line()
    )
    return first, second


print(g())
print(inspect.getsource(peek).splitlines()[0], inspect.signature(f), inspect.getfullargspec(g).args)
peek("missing")
