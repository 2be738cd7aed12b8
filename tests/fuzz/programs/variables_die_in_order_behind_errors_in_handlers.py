"""A frame that two errors show, one raised while the other is handled: its variables die in order."""


class Noisy:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("dies", self.name)


def fails(first, *values, **named):
    last = Noisy("last")
    try:
        first(**named)
    except TypeError:
        absent


def calls():
    fails(Noisy("first"), Noisy("value"), named=Noisy("named"))


for function in (calls, lambda: fails(Noisy("first"), named=Noisy("named"))):
    try:
        function()
    except NameError as error:
        print(error, repr(error.__context__))
    print("handled")

try:
    calls()
except NameError as error:
    kept = error.__context__
print("kept")
del kept
print("let go")
