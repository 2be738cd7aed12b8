class ByBool:
    def __bool__(self):
        print("bool")
        return False


class ByLen:
    def __len__(self):
        print("len")
        return 0


class Both(ByBool, ByLen):
    pass


class BadBool:
    def __bool__(self):
        return 3


print(not ByBool(), not ByLen(), bool(Both()), bool(object()))
if ByBool() or ByLen():
    print("no")
while ByBool():
    pass
print("yes" if Both() else "no", [1 for _ in "a" if ByLen()], (ByLen() and 1) == 2)
assert not ByLen()
if BadBool():
    pass
