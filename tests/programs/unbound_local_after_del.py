def f(flag):
    if flag:
        name = "x"
    print(name)
    del name
    return name


try:
    f(True)
except UnboundLocalError as error:
    print(error, error.name if hasattr(error, "name") else None)
f(False)
