x = 1
for statement in ("x += 'a'", "x @= 1", "y += 1", "x[0] += 1", "x.a += 1", "x //= 0", "x **= 'a'", "x <<= -1", "(1).real += 1"):
    try:
        exec(statement)
    except Exception as error:
        print(type(error).__name__, error)
text = "a"
text -= "b"
