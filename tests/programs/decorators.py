def trace(function):
    print("decorating", function.__name__)

    def wrapper(*args):
        print("call", function.__name__, len(args))
        return function(*args)

    return wrapper


def tag(label):
    print("tag", label)

    def apply(target):
        print("apply", label)
        target.label = label
        return target

    return apply


@tag("outer")
@trace
@tag("inner")
def add(a, b):
    return a + b


print(add(1, 2), add.label)


@tag("class")
class K:
    @trace
    def method(self):
        return "m"

    @property
    @trace
    def value(self):
        return 9


print(K.label, K().value)


@(lambda f: 1 / 0)
def broken():
    pass
