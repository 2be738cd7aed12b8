def f(group):
    result = []
    for n in range(2):
        try:
            raise group
        except* ValueError as e:
            try:
                result.append(sum(x.args[0] for x in e.exceptions))
            finally:
                result.append("f")
        except* TypeError:
            result.append("type")
        if n == 1:
            return result


print(f(ExceptionGroup("g", [ValueError(1), ValueError(2), TypeError()])))
try:
    e = "before"
    raise ExceptionGroup("g", [OSError(1)])
except* OSError as e:
    print(repr(e))
try:
    e
except NameError as error:
    print(error)
try:
    raise ValueError(1)
except* ExceptionGroup:
    pass
