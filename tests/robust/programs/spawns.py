import multiprocessing


def work(n):
    return n * n


if __name__ == "__main__":
    x = 1  # @before
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        done = pool.map(work, range(5))
    x = 2  # @after
    print("out", done)
