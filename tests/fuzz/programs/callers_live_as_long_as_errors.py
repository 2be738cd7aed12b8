class Noisy:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("dies", self.name)


def fails():
    raise KeyError


def catches():
    try:
        fails()
    except KeyError as error:
        return error


def calls():
    local = Noisy("local of a caller")
    return catches()


kept = calls()
print("kept")
kept = None
print("let go")
