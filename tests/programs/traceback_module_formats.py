import traceback


def trimmed(text):
    return [line for line in text.splitlines() if "traceback" not in line.lower()]


def f():
    g()


def g():
    print(traceback.format_stack(limit=-2)[-1].splitlines()[-1].strip())
    [frame] = traceback.extract_stack(limit=1)
    print(frame.name, frame.lineno, frame.line)
    raise ValueError("in g")


try:
    f()
except ValueError as error:
    for entry in traceback.extract_tb(error.__traceback__):
        print(entry.name, entry.lineno, entry.colno, entry.end_colno, entry.line)
    print(*trimmed(traceback.format_exc().replace(__file__, "FILE")), sep="\n")
    print(traceback.format_exception_only(error))
    traceback.print_exc(limit=1)
traceback.print_stack(limit=1)
