"""A generator and its consumer."""


def countdown(start):
    while start > 0:
        yield start
        start -= 1


def consume():
    seen = []
    for value in countdown(3):
        seen.append(value)
    return [item * 2 for item in seen]


print(consume())
