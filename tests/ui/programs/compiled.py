import math


def total(n):
    found = 0.0
    for i in range(n):
        if i == 4_000_000:
            found += 0.5
        found += math.sqrt(i)
    return found


def index(n):
    names = {}
    at = 0
    while at < n:
        names[at] = at
        at += 1
    return len(names)


if __name__ == "__main__":
    print(index(5_000))
    print(total(5_000_000))
    print(total(3_000_000))
