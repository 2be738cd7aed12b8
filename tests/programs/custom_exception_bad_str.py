class Unprintable(Exception):
    def __str__(self):
        raise RuntimeError("cannot print")


raise Unprintable("x")
