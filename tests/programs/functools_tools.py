import functools


@functools.lru_cache(maxsize=None)
def fib(n):
    print("computing", n)
    return n if n < 2 else fib(n - 1) + fib(n - 2)


print(fib(4), fib.cache_info().hits)
add = functools.partial(lambda a, b, *, c=0: (a, b, c), 1, c=5)
print(add(2), add(3, c=6), functools.reduce(lambda a, b: a * b, [1, 2, 3, 4], 10))


def decorate(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        return function(*args, **kwargs)

    return wrapper


@decorate
def documented():
    """Doc."""


print(documented.__name__, documented.__doc__, documented.__wrapped__.__name__)
print(sorted([3, 1, 2], key=functools.cmp_to_key(lambda a, b: b - a)))
add()
