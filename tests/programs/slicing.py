items = list(range(10))
print(items[2:5], items[::-1], items[:3], items[7:], items[::3], items[-3:-1], items[5:2])
items[1:4] = ["x"]
print(items)
items[::2] = "abcd"
print(items)
del items[:2], items[-1:]
print(items)
print("hello"[1:-1], (1, 2, 3)[:2], b"bytes"[::2], range(10)[2:8:3])


class Show:
    def __getitem__(self, key):
        return key

    def __setitem__(self, key, value):
        print("set", key, value)

    def __delitem__(self, key):
        print("del", key)


show = Show()
print(show[1:2], show[1:2, ::3], show[...], show[()], show[1, 2], show[:, None])
show[1:2, 3] = 4
del show[::2]
show[0] = show["a":"b"] = 5
items[::2] = [1]
