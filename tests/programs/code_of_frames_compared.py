"""Frames told by their code, as by tools that leave out their own of a traceback."""

INTERNAL = set()


def internal(function):
    INTERNAL.add(function.__code__)
    return function


@internal
def loops(n):
    total = 0
    for i in range(n):
        while total > 20:
            total -= 7
        total += i
    return 10 // (total - total)


@internal
def generates(n):
    while n:
        yield n
        n -= 1
    loops(n)


class Base:
    def method(self):
        return [*generates(3)]


class Derived(Base):
    @internal
    def method(self):
        return super().method()


try:
    Derived().method()
except ZeroDivisionError as error:
    entry = error.__traceback__
    while entry is not None:
        code = entry.tb_frame.f_code
        print(code.co_name, code in INTERNAL, entry.tb_lineno)
        entry = entry.tb_next
