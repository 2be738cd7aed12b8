def make(base):
    class Made(base):
        limit = max(
            [len(n) for n in base.names]
        )
        lowest = min(base.numbers)

    return Made


class Base:
    names = ["a"]
    numbers = []


make(Base)
