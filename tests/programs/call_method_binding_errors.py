class A:
    def method(self, x):
        return x

    @classmethod
    def cm(cls, x):
        return x

    @staticmethod
    def sm(x):
        return x

    def noself():
        return 1


a = A()
for case in (lambda: a.method(), lambda: A.method(), lambda: A.cm(), lambda: a.sm(), lambda: a.noself(), lambda: A(1), lambda: a(), lambda: A.method(1, 2, 3), lambda: a.cm(1, 2)):
    try:
        print(case())
    except TypeError as error:
        print(error)
