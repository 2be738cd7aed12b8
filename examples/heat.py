"""Heat spreads along a rod until it hardly changes: a loop of millions of steps."""


def step(rod, rate):
    """One step in time; how much the warmest change was."""
    largest = 0.0
    left = rod[0]
    for i in range(1, len(rod) - 1):
        here = rod[i]
        change = rate * (left - 2.0 * here + rod[i + 1])
        left = here
        rod[i] = here + change
        largest = max(largest, change)
    return largest


def settle(rod, rate, limit):
    """Step until no part changes by more than the limit; the number of steps."""
    count = 0
    while step(rod, rate) > limit:
        count += 1
    return count


def main():
    rod = [100.0] + [0.0] * 400
    count = settle(rod, rate=0.4, limit=1e-3)
    print(f"settled after {count} steps: {rod[100]:.3f} at a quarter")


if __name__ == "__main__":
    main()
