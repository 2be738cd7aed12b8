class Odd(Exception):
    def __init__(self, code, *, detail=None):
        super().__init__(code)
        self.code = code
        self.detail = detail

    def __str__(self):
        return f"[{self.code}] {self.detail}"


class Silent(Exception):
    def __init__(self, *args):
        pass


class Empty(Exception):
    def __str__(self):
        return ""


for error in (Odd(1, detail="d"), Silent(1, 2), Empty("x"), ValueError("a", 2), ValueError(), OSError(2, "no", "file"), KeyError("k")):
    try:
        raise error
    except Exception as caught:
        print(repr(caught), "|", str(caught), "|", caught.args)
raise Odd(7, detail=["multi", "part"])
