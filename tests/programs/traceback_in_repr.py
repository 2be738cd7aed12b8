class A:
    def __repr__(self):
        return self.name


class B:
    def __str__(self):
        return f"<{self.items[3]}>"

    items = []


try:
    print([A()])
except AttributeError as error:
    print(error)
print("value: {}".format(B()))
