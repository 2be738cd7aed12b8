values = [7, 2, -3, 2.5, True]
for left in values:
    for right in values:
        print(left, right, left + right, left - right, left * right, left / right)
        print(left // right, left % right, divmod(left, right))
print(7 << 2, 7 >> 1, 7 & 3, 7 | 8, 7 ^ 2, ~7, -7, +7, not 7)
print(2 ** 10, 2 ** -1, (-8) ** 2, -8 ** 2)
print("ab" * 3, [1] * 2, "%s-%d" % ("x", 3), {1} | {2}, {1: 2} | {3: 4})
