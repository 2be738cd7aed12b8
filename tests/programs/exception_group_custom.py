class Errors(ExceptionGroup):
    def derive(self, excs):
        return Errors(self.message + "!", excs)


class Coded(ExceptionGroup):
    def __new__(cls, message, excs, code):
        self = super().__new__(cls, message, excs)
        self.code = code
        return self

    def derive(self, excs):
        return Coded(self.message, excs, self.code)


try:
    raise Errors("custom", [ValueError(1), TypeError(2)])
except* ValueError as e:
    print(type(e).__name__, e)
except* TypeError as e:
    print(type(e).__name__, e)
try:
    raise Coded("coded", [ValueError(1), OSError(2)], 404)
except* OSError as e:
    print(e.code)
