def process(items):
    errors = []
    for item in items:
        try:
            try:
                yield 10 / item
            except ZeroDivisionError:
                yield item["x"]
        except TypeError as error:
            errors.append(error)
            yield str(error)
    yield len(errors)


print(list(process([1, 0, 2, 0])))
for value in process(["a"]):
    print(value)
for value in process([5, None]):
    print(value + 1)
