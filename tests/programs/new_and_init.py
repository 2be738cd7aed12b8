class Singleton:
    instance = None

    def __new__(cls, *args):
        print("new", args)
        if cls.instance is None:
            cls.instance = super().__new__(cls)
        return cls.instance

    def __init__(self, *args):
        print("init", args)


print(Singleton(1) is Singleton(2))


class Other:
    def __new__(cls):
        return 42

    def __init__(self):
        print("never")


print(Other())


class Inches(float):
    def __new__(cls, feet):
        return super().__new__(cls, feet * 12)


print(Inches(2), type(Inches(1)).__name__)


class BadInit:
    def __init__(self):
        return 5


BadInit()
