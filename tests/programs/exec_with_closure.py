def outer(x):
    def inner():
        return x * 2

    return inner


function = outer(21)
try:
    exec(function.__code__)
except TypeError as error:
    print(error)
exec(function.__code__, {}, closure=function.__closure__)
import types

cell = types.CellType(5)
rebuilt = types.FunctionType(function.__code__, globals(), "rebuilt", None, (cell,))
print(rebuilt(), rebuilt.__name__)
cell.cell_contents = 7
print(rebuilt(), types.FunctionType((lambda a, b=1: a + b).__code__, {}, argdefs=(10,))(1))
del cell.cell_contents
rebuilt()
