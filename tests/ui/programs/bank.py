class Account:
    def __init__(self, owner, balance=0):
        self.owner = owner
        self.balance = balance

    def deposit(self, amount):
        self.balance += amount
        return self.balance


def busy(accounts, rounds):
    total = 0
    for number in range(rounds):
        for account in accounts:
            total += account.deposit(number % 7)
    return total


def best(accounts):
    return sorted(accounts, key=lambda account: -account.balance)[0]


accounts = [Account(f"user{number}", number) for number in range(100)]
print(busy(accounts, 30))
top = best(accounts)
for word in ["a", "bb", "ccc"]:
    top.deposit(len(word))
print(top.owner, top.balance, busy(accounts, 2))
print(top.missing)
