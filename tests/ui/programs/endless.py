def spin(n):
    count = 0
    for i in range(n):
        count += 1
        if count > n:
            count = 0
    return count


spin(10**13)
