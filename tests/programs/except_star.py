def run(error):
    try:
        if error:
            raise error
    except* ValueError as group:
        print("values", type(group).__name__, [repr(e) for e in group.exceptions])
    except* (TypeError, KeyError) as group:
        print("others", [repr(e) for e in group.exceptions])
    else:
        print("else")
    finally:
        print("finally")


run(None)
run(ValueError("naked"))
run(ExceptionGroup("g", [ValueError(1), TypeError(2), ValueError(3)]))
run(ExceptionGroup("g", [KeyError(1), ExceptionGroup("n", [ValueError(2)])]))
try:
    run(ExceptionGroup("partly", [ValueError(1), OSError(2)]))
except ExceptionGroup as rest:
    print("unhandled", rest, rest.exceptions)
run(ExceptionGroup("escapes", [OSError(1), IndexError(2), ValueError(3)]))
