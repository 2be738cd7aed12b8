import threading
class Body:
    breakpoint()  # @class
    size = 2
def function():
    breakpoint()  # @function
    return 1
def key(x):
    if x == 2: breakpoint(); x = -x  # @key
    return -x
def generator():
    yield 1
    breakpoint()  # @generator
    yield 2
def cleaning():
    try:
        1 / 0
    except ZeroDivisionError:
        pass
    finally:
        breakpoint()  # @finally
        function
def loop():
    found = 0
    for i in range(8):
        found += i
        if i == 6: breakpoint()  # @loop
    return found
def listed():
    return [breakpoint() for _ in range(1)]  # @comprehension
function()
found = sorted([1, 2, 3], key=key), list(generator()), cleaning(), loop()
call = lambda: breakpoint()  # @lambda
call()
found += (listed(),)
thread = threading.Thread(target=function)
thread.start()
thread.join()
import builtins
builtins.breakpoint()  # @module
print("out", *found)
