"""A planet goes round its sun; its energy should stay the same."""


class Body:
    """A point in the plane that has a mass and moves."""

    def __init__(self, mass, x, y, vx, vy):
        self.mass = mass
        self.x = x
        self.y = y
        self.vx = vx
        self.vy = vy

    def distance(self):
        return (self.x**2 + self.y**2) ** 0.5

    def __repr__(self):
        return f"Body(x={self.x:.3f}, y={self.y:.3f}, vx={self.vx:.3f}, vy={self.vy:.3f})"


def pull(body):
    """The acceleration towards the sun, which sits at the origin."""
    strength = -1.0 / body.distance() ** 3
    return strength * body.x, strength * body.y


def advance(body, dt):
    ax, ay = pull(body)
    body.vx += ax * dt
    body.vy += ay * dt
    body.x += body.vx * dt
    body.y += body.vy * dt


def kinetic(body):
    return 0.5 * body.mass * (body.vx**2 + body.vy**2)


def energy(body):
    return kinetic(body) - body.mass / body.distance()


def simulate(body, dt, steps):
    """Advance the body and remember how far its energy ever strayed, and when."""
    start = energy(body)
    worst, when = 0.0, 0
    for step in range(steps):
        advance(body, dt)
        drift = abs(energy(body) - start)
        if drift > worst:
            worst, when = drift, step
    return worst, when


def main():
    planet = Body(mass=2.0, x=1.0, y=0.0, vx=0.0, vy=1.2)
    worst, when = simulate(planet, dt=0.01, steps=2000)
    print(f"after 2000 steps: {planet}")
    print(f"largest energy drift: {worst:.6f}, in step {when}")


if __name__ == "__main__":
    main()
