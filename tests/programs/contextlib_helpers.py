import contextlib
import io

with contextlib.suppress(KeyError, IndexError):
    {}["k"]
    print("never")
with contextlib.redirect_stdout(io.StringIO()) as out:
    print("captured")
print(repr(out.getvalue()))
with contextlib.nullcontext(5) as five:
    print(five)


class Closable:
    def close(self):
        print("closed")


with contextlib.closing(Closable()):
    print("using")


class Decorator(contextlib.ContextDecorator):
    def __enter__(self):
        print("before")

    def __exit__(self, *exc):
        print("after", exc[0])


@Decorator()
def f():
    print("body")


f()
with contextlib.suppress(ValueError):
    raise LookupError("not suppressed")
