class Only:
    def __add__(self, other):
        return ("add", other)

    def __rmul__(self, other):
        return ("rmul", other)

    def __isub__(self, other):
        return NotImplemented

    def __sub__(self, other):
        return ("sub", other)


value = Only()
value += 1
print(value)
number = 5
number *= Only()
print(number)
value = Only()
value -= 2
print(value)
value = Only()
value @= 3
