group = ExceptionGroup("g", [ValueError(1), ExceptionGroup("h", [TypeError(2), ValueError(3)])])
print(repr(group), group.message, len(group.exceptions))
match, rest = group.split(ValueError)
print(match, [repr(e) for e in match.exceptions], rest)
print(group.subgroup(lambda e: isinstance(e, TypeError)), group.subgroup(KeyError))
print(group.derive([OSError()]))
for arguments in (("x", []), ("x", [1]), (1, [ValueError()]), ("x", [KeyboardInterrupt()]), ("x",)):
    try:
        ExceptionGroup(*arguments)
    except (TypeError, ValueError) as error:
        print(type(error).__name__, error)
print(type(BaseExceptionGroup("b", [ValueError()])).__name__)
