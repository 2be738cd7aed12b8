class Log:
    def __getattr__(self, name):
        raise AttributeError(name)

    def __iadd__(self, other):
        print("iadd", other)
        return self

    def __add__(self, other):
        return "add"


x = 10
x += 3
x -= 1
x *= 4
x //= 5
x **= 2
x %= 50
x <<= 3
x >>= 1
x |= 1
x &= 0xFF
x ^= 5
print(x)
x /= 4
print(x)
log = Log()
log += 1
print(type(log).__name__)
items = alias = [1]
items += (2, 3)
print(alias, alias is items)
items = items + [4]
print(alias, alias is items)
