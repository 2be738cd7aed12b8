import multiprocessing
from concurrent.futures import ProcessPoolExecutor


def work(n):
    return n * n


if __name__ == "__main__":
    x = 1  # @before
    context = multiprocessing.get_context("fork")
    with context.Pool(2) as pool:
        done = pool.map(work, range(5))
    with ProcessPoolExecutor(1, context) as executor:
        done += executor.map(work, range(3))
    process = context.Process(target=work, args=("no",))
    process.start()
    process.join()
    x = 2  # @after
    print("out", done, process.exitcode)
