"""A loop that calls a function."""


def kinetic(mass, speed):
    half = 0.5 * mass
    return half * speed**2


def simulate(speeds):
    total = 0.0
    for speed in speeds:
        energy = kinetic(2.0, speed)
        total += energy
    return total


total = simulate([1.0, 2.0])
print("total", total)
