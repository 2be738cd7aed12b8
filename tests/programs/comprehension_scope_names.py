import sys

print([sys._getframe(0).f_code.co_name for _ in range(1)])
print(next(sys._getframe(0).f_code.co_name for _ in range(1)))
print((lambda: sys._getframe(0).f_code.co_name)())


def f():
    x = 1
    result = [sorted(k for k in locals() if k != ".0") for y in range(1)]
    return result


print(f())
try:
    [z for z in range(3)]
    print(z)
except NameError as error:
    print(error)


def unbound():
    [v for v in [1]]
    return v


unbound()
