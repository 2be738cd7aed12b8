"""Orders in JSON are read and added up; one of them is not as it should be."""

import json

ORDERS = """[
    {"customer": "Ada", "items": [["tea", 2, 4.5], ["cup", 1, 12.0]]},
    {"customer": "Grace", "items": [["tea", 1, 4.5]]},
    {"customer": "Edsger", "items": [["pot", "1", 30.0]]}
]"""


class Order:
    def __init__(self, customer, items):
        self.customer = customer
        self.items = items

    def total(self):
        return sum(price(item) for item in self.items)


def price(item):
    _, count, each = item
    return round(count * each, 2)


def read(text):
    return json.loads(text, object_hook=lambda found: Order(**found))


def main():
    for order in read(ORDERS):
        print(f"{order.customer}: {order.total():.2f}")


if __name__ == "__main__":
    main()
