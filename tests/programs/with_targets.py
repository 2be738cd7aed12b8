class Manager:
    def __init__(self, value):
        self.value = value

    def __enter__(self):
        return self.value

    def __exit__(self, *exc):
        print("exit", self.value, exc[0] and exc[0].__name__)


class Holder:
    pass


holder, table = Holder(), {}
with Manager((1, [2, 3])) as (a, [b, *c]), Manager(5) as holder.x, Manager(6) as table["k"]:
    print(a, b, c, holder.x, table)
with Manager(3) as (p, q):
    print("not reached")
