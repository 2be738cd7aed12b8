class Source:
    def __init__(self):
        self.items = iter("ab")

    def __iter__(self):
        return self

    def __next__(self):
        value = next(self.items, None)
        if value is None:
            raise RuntimeError("exhausted badly")
        return value


for letter in Source():
    print(letter)
