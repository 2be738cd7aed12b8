def inner(value):
    found = value  # @inner
    return found
def fails(value):
    raise KeyError(value)  # @fails
def plain():
    found = inner(1)  # @plain
    after = found  # @after_plain
    return after  # @end_of_plain
def calls_plain():
    found = plain()  # @calls_plain
    return found  # @after_calls_plain
def tail():
    return inner(2)  # @tail
def calls_tail():
    found = tail()  # @calls_tail
    return found  # @after_calls_tail
def loop():
    total = 0
    for i in range(3):  # @loop
        total += inner(i)  # @in_loop
    return total  # @after_loop
def handles():
    try:
        fails(3)  # @handled
    except KeyError as error:  # @handler
        return error.args[0]  # @end_of_handler
def unwinds():
    return fails(4)  # @unwinds
def calls_unwinds():
    try:
        unwinds()
    except KeyError:  # @caught
        return 4  # @end_of_caught
def generates():
    value = inner(5)  # @generates
    yield value  # @yields
    yield 6  # @yields_again
def consumes():
    total = 0
    for each in generates():  # @consumes
        total += each  # @consumed
    return total  # @end_of_consumes
def through_c():
    found = sorted([1, 2], key=inner)  # @through_c
    return found  # @after_c
print("out", NAME())  # @call
done = 1  # @done
