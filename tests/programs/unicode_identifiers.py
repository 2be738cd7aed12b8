ﬁ = 1
print(fi, "ﬁ" in globals(), "fi" in globals())
été = {"ключ": "значение"}
π = 3.14


def größe(länge):
    return länge * π


print(été, größe(2), größe.__name__)
print(größe(länge="x"))
