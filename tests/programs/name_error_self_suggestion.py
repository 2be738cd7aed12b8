class A:
    def __init__(self):
        self.blech = 1

    def method(self):
        return blech


A().method()
