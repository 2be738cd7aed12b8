def parse(text):
    return int(text)


def total(lines):
    return sum(parse(line) for line in lines if line)


print(total(["1", "2"]))
print(total(["1", "two"]))
