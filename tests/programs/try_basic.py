def f(action):
    try:
        print("try")
        action()
    except (KeyError, IndexError) as error:
        print("lookup", repr(error))
    except ValueError:
        print("value")
    else:
        print("else")
    finally:
        print("finally")
    print("after")


f(lambda: None)
f(lambda: {}[1])
f(lambda: [][1])
f(lambda: int("x"))
try:
    f(lambda: 1 / 0)
except ArithmeticError as error:
    print("outer", error)
try:
    pass
except 5:
    print("never evaluated")
f(lambda: undefined)
