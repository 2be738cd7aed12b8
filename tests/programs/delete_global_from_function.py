counter = 1


def remove():
    global counter
    del counter


remove()
print("counter" in globals())
try:
    remove()
except NameError as error:
    print(error)
print = print
del print
print("builtin visible again")
len = 5
del len
del len
