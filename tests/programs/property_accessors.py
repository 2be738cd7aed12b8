class Celsius:
    def __init__(self, degrees=0):
        self.degrees = degrees

    @property
    def degrees(self):
        """Degrees."""
        print("get")
        return self._degrees

    @degrees.setter
    def degrees(self, value):
        print("set", value)
        if value < -273:
            raise ValueError("too cold")
        self._degrees = value

    @degrees.deleter
    def degrees(self):
        print("del")
        del self._degrees

    @property
    def readonly(self):
        return 1


c = Celsius(5)
c.degrees += 10
print(c.degrees, Celsius.degrees.__doc__)
del c.degrees
try:
    c.readonly = 2
except AttributeError as error:
    print(error)
c.degrees = -300
