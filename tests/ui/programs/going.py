import random


class Body:
    def __init__(self, mass):
        self.mass = mass
        self.path = []

    def move(self, step):
        self.mass += step
        self.path.append(step)
        return self.mass


def simulate(n):
    total = 0
    bodies = [Body(1), Body(2)]
    for i in range(n):
        body = bodies[i % 2]
        total += body.move(i)
        if i == 2:
            random.seed(i)
        ratio = total / (7 - i)
    return total


def swapped(values):
    first, second = values
    values[0] = second
    values[1] = first
    print("swapped", values)
    return values


swapped([1, 2])
simulate(10)
