class Base:
    def value(self):
        return 1


class Child(Base):
    def value(self):
        def inner():
            return self
        inner()
        return super().value() + 1

    def reassigned(self):
        self = Child()
        return super().value()

    def __init__(self):
        super().__init__()
        super().__setattr__("x", super().value())


child = Child()
print(child.value(), child.reassigned(), child.x)
Super = super
class Other(Base):
    def value(self):
        return Super(Other, self).value(), super(Other, self).value()
print(Other().value())
class Renamed(Base):
    def value(self):
        return Super().value()
print(Renamed().value())
