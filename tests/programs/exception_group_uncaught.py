def fail(n):
    raise ValueError(n)


errors = []
for n in range(2):
    try:
        fail(n)
    except ValueError as error:
        error.add_note(f"note {n}")
        errors.append(error)
nested = ExceptionGroup("nested", [KeyError("k"), TypeError("t")])
raise ExceptionGroup("several problems", [*errors, nested])
