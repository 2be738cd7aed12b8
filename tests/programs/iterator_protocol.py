class Countdown:
    def __init__(self, n):
        self.n = n

    def __iter__(self):
        print("iter")
        return self

    def __next__(self):
        print("next", self.n)
        if self.n == 0:
            raise StopIteration("done")
        self.n -= 1
        return self.n


for value in Countdown(2):
    print(value)
print(list(Countdown(1)), dict.fromkeys(Countdown(1)), [*Countdown(1)])
a, b = Countdown(2)
try:
    next(Countdown(0))
except StopIteration as stop:
    print(stop.value)
print(next(Countdown(0), "default"))


class Bad:
    def __iter__(self):
        return 5


for _ in Bad():
    pass
