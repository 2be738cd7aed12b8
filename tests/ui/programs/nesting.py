def total(number):
    result = 0
    for each in range(number):
        result += each
    return result


def inverse(number):
    return 1 / number


def work(count):
    factor = 7
    seen = [count]
    return total(count) + factor


print(work(3))
print(work(4))
