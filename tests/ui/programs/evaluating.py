"""Variables of several kinds, a closure among them."""


def accounts(owner):
    balance = 100
    history = []

    def pay(amount):
        nonlocal balance
        balance -= amount
        history.append(amount)
        return balance

    c = 3
    pay(10)
    pay(c)
    return owner, balance, history


print(accounts("Ada"))
