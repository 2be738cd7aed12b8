import helping


def total(numbers):
    result = 0
    for number in numbers:
        result += helping.twice(number)
    return result


print(total([1]))
print(sorted([1, 2], key=helping.negative))
print(total([2]))
print(sorted([3, 4], key=helping.negative))
print(total([5]))
