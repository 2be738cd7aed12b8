total = 10


def add(n):
    print("adding", n)
    total += n
    return total


add(1)
