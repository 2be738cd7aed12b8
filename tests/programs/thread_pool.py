import concurrent.futures
import queue


def square(n):
    if n == 3:
        raise ValueError("three")
    return n * n


with concurrent.futures.ThreadPoolExecutor(2) as pool:
    print(list(pool.map(square, range(3))))
    future = pool.submit(square, 3)
    print(repr(future.exception()))
    numbers = queue.Queue()
    pool.submit(lambda: [numbers.put(n) for n in range(3)]).result()
    print([numbers.get() for _ in range(3)])
print("closed")
future.result()
