def log(value):
    print("log", value)
    return value


def f(*args, **kwargs):
    print("called", args, kwargs)


f(*log([1]), log(2), *log([3]), a=log(4), **log({"b": 5}))
try:
    f(*log(None), log("not reached"))
except TypeError as error:
    print(error)
try:
    f(a=log(1), **log({"a": 2}), **log({"c": 3}))
except TypeError as error:
    print(error)


class Mapping:
    def keys(self):
        print("keys")
        return ["k1", "k2"]

    def __getitem__(self, key):
        print("get", key)
        return key.upper()


f(**Mapping())
print({**Mapping()})


def broken():
    yield 1
    raise ValueError("in star argument")


f(*broken())
