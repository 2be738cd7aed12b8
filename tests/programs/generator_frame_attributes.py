def g():
    x = 1
    yield
    y = 2
    yield


it = g()
print(it.gi_frame.f_lineno, it.gi_frame.f_locals)
next(it)
print(it.gi_frame.f_lineno, it.gi_frame.f_locals)
next(it)
print(it.gi_frame.f_lineno, it.gi_frame.f_locals, it.gi_code.co_name, it.gi_yieldfrom)
list(it)
print(it.gi_frame)
import inspect

it = g()
print(inspect.getgeneratorstate(it))
next(it)
print(inspect.getgeneratorstate(it), inspect.getgeneratorlocals(it))
it.close()
print(inspect.getgeneratorstate(it))
