import queue, threading
go, done, finished = threading.Event(), threading.Event(), []
things = queue.Queue()
def both(wait):
    a = wait()  # @first
    b = a  # @second
    return a, b  # @third
def meet():
    go.set() or done.wait()  # @meet
    return 1  # @met
def at_once():
    return 2  # @at_once
def other():
    go.wait()
    both(at_once)  # @calls
    both(at_once)  # @again
    done.set()
    things.put(None)
    return 3
def work():
    both(meet)
    y = 2  # @after
    return y
def generates():
    yield 1
    meet()  # @meets
    yield 2  # @yields
def consumes():
    for each in generates():  # @for
        y = each  # @consumed
    return y
def called_from_c():
    sorted([1, 2], key=lambda n: n == 2 or meet())  # @sorts
    return 4  # @sorted
def doubled(number):
    return go.set() or 2 * number  # @doubled
def waits_in_c():
    things.put(1)
    list(map(doubled, iter(things.get, None)))  # @maps
    return 5  # @mapped
def spins():
    count = 0
    go.set()
    while not finished:  # @while
        count += 1  # @spin
    return count  # @spun
def calls_spins():
    count = spins()  # @spinning
    return count  # @has_spun
def counts():
    go.wait()
    total = 0
    for i in range(3000):  # @loop
        total += i  # @counted
    finished.append(1)  # @counting
    return total
def main(name):
    working = counts if "spins" in name else other
    thread = threading.Thread(target=working, name="other")
    thread.start()
    globals()[name]()
    thread.join()
    print("out", name)
main(NAME)
