import random

values = iter([3, 5, 7, 0, 9])
print(list(iter(lambda: next(values), 0)), list(values))
state = []


def step():
    state.append(len(state))
    if len(state) > 4:
        raise ValueError("too far")
    return len(state)


print(next(iter(step, 10)))
for n in iter(step, 100):
    print(n)
