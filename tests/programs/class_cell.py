class A:
    def who(self):
        return __class__.__name__

    @staticmethod
    def static():
        return __class__

    @classmethod
    def cm(cls):
        return __class__ is cls


class B(A):
    pass


print(B().who(), B.static() is A, A.cm(), B.cm(), A.who.__closure__[0].cell_contents is A)


class Early(type):
    def __new__(meta, name, bases, namespace):
        print(sorted(key for key in namespace if key in ("f", "__classcell__")))
        try:
            namespace["f"](None)
        except NameError as error:
            print(error)
        return super().__new__(meta, name, bases, namespace)


class C(metaclass=Early):
    def f(self):
        return __class__


print(C().f() is C)
