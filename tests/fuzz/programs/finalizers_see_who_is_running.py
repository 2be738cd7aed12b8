import sys
import warnings


class Noisy:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        caller = sys._getframe(1)
        print(
            "dies",
            self.name,
            caller.f_code.co_name,
            caller.f_lineno,
            caller.f_code.co_filename[-10:],
        )
        warnings.warn(self.name, stacklevel=2)


def delete():
    local = Noisy("local deleted")
    del local


def rebind():
    local = Noisy("local rebound")
    local = 1


def rebind_cell():
    cell = Noisy("cell rebound")

    def inner():
        return cell

    cell = 2
    cell = Noisy("cell deleted")
    del cell


def rebind_global():
    global name
    name = Noisy("global rebound")
    name = 1
    name = Noisy("global deleted")
    del name


class Body:
    name = Noisy("name of a class rebound")
    name = 1
    name = Noisy("name of a class deleted")
    del name


warnings.simplefilter("always")
delete()
rebind()
rebind_cell()
rebind_global()
name = Noisy("name rebound")
name = 1
name = Noisy("name deleted")
del name
for name in [Noisy("loop"), 2]:
    pass
Noisy("dropped")
[Noisy("in a list"), 1]
