def call(*parts):
    return parts
def stop(value=1):
    return value  # @stop
def decorator(function):
    return function
def in_lambda():
    return (lambda: call(
        stop(),
        2,  # @lambda
    ))()
def in_tuple():
    return (lambda: (
        stop(),
        call(2),  # @tuple
    ))()
def in_finally():
    try:
        stop()
    finally:
        stop  # @finally
def in_finally_of_an_error():
    try:
        raise ValueError
    except ValueError:
        stop()
        return 1
    finally:
        stop  # @finally_of_an_error
def in_argument():
    return call(
        stop(),
        call(1),  # @argument
    )
def in_decorator():
    @call
    @decorator  # @decorator
    @(stop() and decorator)
    def made(): pass
def in_class():
    class Body:
        first = stop()
        second = 2  # @class
def in_with():
    with open("program.py") as file:
        stop()
        file.read()  # @with
def in_loop():
    for i in range(3):
        stop()
        i += 1  # @loop
def in_generator():
    return list(generator())
def generator():
    yield stop()
    yield 2  # @generator
def in_match():
    match stop():
        case 2: pass
        case 1:
            return 3  # @match
def in_except():
    try:
        stop()
        1 / 0
    except ZeroDivisionError:
        return 1  # @except
def in_condition():
    if (stop()
        and call(1)  # @condition
    ):
        return 1
