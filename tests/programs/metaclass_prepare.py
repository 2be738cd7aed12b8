class Recorder(dict):
    def __setitem__(self, key, value):
        print("set", key)
        super().__setitem__(key, value)

    def __getitem__(self, key):
        print("get", key)
        return super().__getitem__(key)


class Meta(type):
    @classmethod
    def __prepare__(meta, name, bases, **kwargs):
        print("prepare", name, bases, kwargs)
        return Recorder()

    def __new__(meta, name, bases, namespace, **kwargs):
        print("new", name, kwargs)
        return super().__new__(meta, name, bases, dict(namespace))

    def __init__(cls, name, bases, namespace, **kwargs):
        print("init", name)

    def __call__(cls, *args):
        print("call", args)
        return super().__call__()


class A(metaclass=Meta, option=1):
    x = 1
    y = x + 1
    print(len("name"), y)


A(1, 2)
class B(A): z = 3
