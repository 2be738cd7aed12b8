print("never printed")
def f():
    x = 1
    nonlocal x
