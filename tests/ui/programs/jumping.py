"""Lines that can be skipped, and a loop that can be left."""


def search(wanted):
    found = None
    for candidate in range(5):
        if candidate == wanted:
            found = candidate
    answer = found
    answer = -1
    return answer


print(search(3))

print("done")
