class Config:
    name = "x"
    size = 10

    def method(self):
        return 1

    ratio = size / (size - 10)
