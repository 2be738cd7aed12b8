try:
    try:
        raise ExceptionGroup("g", [ValueError(1), TypeError(2), OSError(3)])
    except* ValueError as group:
        raise KeyError("replacement") from group
    except* TypeError:
        raise
except ExceptionGroup as result:
    print(repr(result), [repr(e.__cause__) for e in result.exceptions])
    print([repr(e.__context__) for e in result.exceptions])
try:
    raise ExceptionGroup("again", [ValueError(1)])
except* ValueError:
    raise IndexError("from star")
