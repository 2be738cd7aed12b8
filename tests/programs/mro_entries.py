class Proxy:
    def __init__(self, base):
        self.base = base

    def __mro_entries__(self, bases):
        print("entries", len(bases))
        return (self.base,)


class A(Proxy(dict), Proxy(object)):
    pass


class B(Proxy(list)):
    pass


print(A.__bases__, len(A.__orig_bases__), B([1, 2]))


class C(3):
    pass
