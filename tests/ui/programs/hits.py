"""A loop with something to report in each round."""


def rounds(count):
    score = 1
    for number in range(count):
        score *= 2
        score -= number
    return score


print(rounds(4))
print("done")
