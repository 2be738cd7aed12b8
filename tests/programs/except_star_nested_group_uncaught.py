def task(n):
    if n % 2:
        raise ValueError(f"odd {n}")
    raise KeyError(n)


def gather(*numbers):
    errors = []
    for n in numbers:
        try:
            task(n)
        except Exception as error:
            errors.append(error)
    raise ExceptionGroup("gathered", errors)


try:
    gather(1, 2, 3)
except* KeyError as group:
    print("handled", group.exceptions)
