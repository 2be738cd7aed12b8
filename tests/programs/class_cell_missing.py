class Bad(type):
    def __new__(meta, name, bases, namespace):
        namespace.pop("__classcell__", None)
        return super().__new__(meta, name, bases, namespace)


class C(metaclass=Bad):
    def f(self):
        return __class__
