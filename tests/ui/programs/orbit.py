"""Functions to call from a prompt."""


def kinetic(speed):
    return 0.5 * speed * speed


def simulate(count):
    """Adds up energies."""
    total = 0.0
    for index in range(count):
        energy = kinetic(index)
        total += energy
    return total
