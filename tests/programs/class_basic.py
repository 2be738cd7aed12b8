class Animal:
    """An animal."""

    kind = "animal"
    count = 0

    def __init__(self, name):
        self.name = name
        Animal.count += 1

    def speak(self):
        return f"{self.name} is a {self.kind}"


class Dog(Animal):
    kind = "dog"

    def speak(self):
        return super().speak() + "!"


dog = Dog("Rex")
print(dog.speak(), Animal("Cat").speak(), Animal.count, Dog.count, Dog.__mro__[1].__name__)
print(Dog.__name__, Dog.__qualname__, Dog.__module__, Dog.__doc__, Animal.__doc__, dog.__dict__)
dog.kind = "puppy"
print(dog.kind, Dog.kind)
del dog.kind
print(dog.kind)
del dog.kind
