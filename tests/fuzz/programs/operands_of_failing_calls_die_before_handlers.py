import sys


class Noisy:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("dies", vars(self), sys.exception())


for attempt in (
    lambda: 0(Noisy("positional"), name=Noisy("by name")),
    lambda: Noisy("called")(Noisy("argument")),
    lambda: len(wrong=Noisy("argument")),
    lambda: Noisy("left") + Noisy("right"),
    lambda: Noisy(),
    lambda: print(*0, Noisy("unpacked")),
    lambda: int(*[Noisy("unpacked")], **{"more": Noisy("by name")}),
):
    try:
        attempt()
    except TypeError as error:
        print("caught", type(error).__name__)
    print("after")
