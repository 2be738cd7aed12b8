def f():
    try:
        raise KeyboardInterrupt("simulated")
    except Exception:
        print("not an Exception")


try:
    f()
except KeyboardInterrupt as error:
    print(repr(error), isinstance(error, BaseException))
try:
    raise GeneratorExit
except BaseException as error:
    print(repr(error))


class Custom(BaseException):
    pass


raise Custom("base exception")
