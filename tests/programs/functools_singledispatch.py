import functools


@functools.singledispatch
def show(value):
    raise TypeError(f"cannot show {type(value).__name__}")


@show.register
def _(value: int):
    return f"int {value}"


@show.register(str)
def _(value):
    return f"str {value}"


@show.register(list)
def _(value):
    return [show(v) for v in value]


class K:
    @functools.singledispatchmethod
    def method(self, x):
        return "default"

    @method.register
    def _(self, x: int):
        return "int"


print(show(1), show("a"), show([1, "b"]), show(True), K().method(1), K().method("s"))
show([1, 2.5])
