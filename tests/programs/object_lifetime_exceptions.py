class Noisy:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("del", self.name)


def fail():
    n = Noisy("in frame")
    raise ValueError("x")


try:
    fail()
except ValueError:
    print("handling")
print("handled")
try:
    fail()
except ValueError as error:
    print("named")
print("named handled")
saved = None
try:
    fail()
except ValueError as error:
    saved = error
print("saved")
saved = None
print("dropped")


def loop():
    for i in range(2):
        n = Noisy(f"iteration {i}")
        try:
            raise KeyError(n)
        except KeyError:
            continue


loop()
print("end")
