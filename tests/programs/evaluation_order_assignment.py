def e(value):
    print("eval", value if not isinstance(value, dict) else "dict")
    return value


d = {}
e(d)[e("key")] = e("value")
e(d)[e("a")] = e(d)[e("b")] = e("chained")
print(d)
e(d)[e("key")] += e("!")
print(d)


class Thing:
    pass


thing = Thing()


def get():
    print("get thing")
    return thing


get().x = get().y = e(5)
get().x += e(1)
print(thing.__dict__)
(get().a, get().b), e(d)[e("k")] = (e(1), e(2)), e(3)
x = a = b = e([])
print(x is a is b)
del e(d)[e("k")], get().a
