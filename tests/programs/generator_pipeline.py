def read(lines):
    for line in lines:
        yield line.strip()


def numbers(lines):
    for line in lines:
        yield int(line)


def doubled(values):
    yield from (v * 2 for v in values)


pipeline = doubled(numbers(read([" 1 ", "2", " x"])))
print(next(pipeline), next(pipeline))
print(next(pipeline))
