class Account:
    def __init__(self, balance):
        self._balance = balance

    @property
    def ratio(self):
        return 100 / self._balance

    def __getattr__(self, name):
        raise AttributeError(f"no {name}")


print(Account(4).ratio)
print(getattr(Account(1), "x", "default"))
Account(0).ratio
