class NonData:
    def __get__(self, instance, owner):
        return "nondata", instance is not None, owner.__name__


class Data(NonData):
    def __set__(self, instance, value):
        raise AttributeError("read only")


class A:
    n = NonData()
    d = Data()


a = A()
print(a.n, A.n, a.d, A.d)
a.__dict__["n"] = a.__dict__["d"] = "instance"
print(a.n, a.d)
print(A.__dict__["n"].__get__(None, A))
a.d = 1
