class Meta(type):
    def __add__(cls, other):
        return cls.__name__ + other.__name__

    def __len__(cls):
        return 7

    def __iter__(cls):
        return iter("xyz")

    def __getitem__(cls, key):
        return "meta", key

    def __contains__(cls, item):
        return item == 1

    def __instancecheck__(cls, instance):
        print("instancecheck", instance)
        return instance == 5

    def __getattr__(cls, name):
        return "meta-" + name


class A(metaclass=Meta):
    pass


print(A + A, len(A), list(A), A[3], 1 in A, isinstance(5, A), isinstance(6, A), A.missing)
A - A
