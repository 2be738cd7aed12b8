class Number:
    def __init__(self, n):
        self.n = n

    def __index__(self):
        print("index")
        return self.n

    def __float__(self):
        return self.n + 0.5

    def __round__(self, digits=None):
        return "rounded", digits

    def __abs__(self):
        return "abs"

    def __divmod__(self, other):
        return "divmod"

    def __pow__(self, other, modulo=None):
        return "pow", other, modulo

    def __trunc__(self):
        return 99


n = Number(2)
print([10, 20, 30][n], "abc"[:n], hex(n), int(n), float(n), round(n), round(n, 1), abs(n))
print(divmod(n, 2), pow(n, 2, 3), n ** 4, list(range(n)), complex(n))


class Bad:
    def __index__(self):
        return "x"


[1, 2][Bad()]
