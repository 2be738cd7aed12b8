def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


def hanoi(n, a, b, c):
    if n:
        yield from hanoi(n - 1, a, c, b)
        yield a, c
        yield from hanoi(n - 1, b, a, c)


print(fib(15), list(hanoi(3, "A", "B", "C")))


def even(n):
    return n == 0 or odd(n - 1)


def odd(n):
    return n != 0 and even(n - 1)


print(even(100), odd(100))
