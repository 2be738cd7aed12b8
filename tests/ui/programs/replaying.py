import random


def walk(steps):
    path = [0]
    for i in range(steps):
        here = path[-1] + i
        path.append(here)
        print("at", here)
    random.seed(here)
    return path


print(walk(6))
