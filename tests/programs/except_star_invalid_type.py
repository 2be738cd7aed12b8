def f(kind):
    try:
        raise ValueError("v")
    except* kind:
        print("caught")


f(ValueError)
f((KeyError, ValueError))
try:
    f(ExceptionGroup)
except TypeError as error:
    print(error)
f(5)
