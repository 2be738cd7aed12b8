"""A class with methods, a property and a __repr__ that fails."""


class Body:
    def __init__(self, mass, speed):
        self.mass = mass
        self.speed = speed

    @property
    def energy(self):
        return 0.5 * self.mass * self.speed**2

    def accelerate(self, amount):
        self.speed += amount
        return self.speed


class Broken:
    def __repr__(self):
        raise ValueError("no text")


def main():
    body = Body(2.0, 3.0)
    broken = Broken()
    body.accelerate(body.speed)
    return body.energy, broken is None


print(main())
