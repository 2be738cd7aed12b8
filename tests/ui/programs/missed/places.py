def call(function, *more):
    return function(*more)
double = lambda number: (
    number * 2  # @lambda
)
def one_liner(n): return n + 1  # @one_liner
def listed(n):
    return [
        item + 1  # @comprehension
        for item in range(n)
        if item  # @filter
    ]
def lazy(n):
    return sum(
        item  # @generator_expression
        for item in range(n)
    )
def cleaning(n):
    try:
        if n == 1:
            return n
        if n == 2:
            raise ValueError
        n += 1
    except ValueError:
        n = -1  # @except
    finally:
        n += 10  # @finally
    return n
def multi(n):
    return call(
        double,
        n  # @argument
        + 1,
    )
def nested(n):
    class Local:
        size = n  # @class
        def get(self):
            return self.size  # @method
    return Local().get()
def wait(n):
    for _ in range(n):
        pass
    else:
        n += 1  # @else
    while n > 3:
        n -= 1  # @while
    return n if n else (
        0  # @never
    )
def decorator(function):
    return function  # @decorator
@decorator  # @decorated
def decorated(
    size=double(1),  # @default
):
    return size  # @body
def matching(value):
    match value:
        case 1:
            return "one"  # @case
        case [first, *_]:
            return first  # @sequence
def using():
    with open(
        "program.py"
    ) as file:
        return len(file.read(3))  # @with
def numbers(n):
    yield n  # @yield
    yield from [
        n + 1,  # @delegated
    ]
async def task(n):
    return n  # @coroutine
def driven(coroutine):
    try:
        coroutine.send(None)
    except StopIteration as stop:
        return stop.value  # @as
print("out", call(double, 3), one_liner(1), listed(3), lazy(3))
print("out", cleaning(0), cleaning(1), cleaning(2), multi(1), nested(2), wait(5))
print("out", decorated(), matching(1), matching([2]), using())
print("out", *numbers(3), driven(task(4)))
total = 0  # @module
for i in range(3):
    total += i  # @loop
if total: print("out", total)  # @if
x = 1; y = 2; print("out", x + y)  # @semicolons
