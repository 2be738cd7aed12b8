def inner():
    while True:
        try:
            received = yield
            print("inner got", received)
            if received is None:
                return "inner done"
        except ValueError as error:
            print("inner caught", error)
        finally:
            print("inner finally")


def outer():
    print("outer start")
    result = yield from inner()
    print("outer", result)
    yield "after"


g = outer()
next(g)
g.send(1)
print(g.gi_yieldfrom.gi_code.co_name)
g.throw(ValueError("v"))
print(g.send(None))
g = outer()
next(g)
g.close()
g = outer()
next(g)
g.throw(KeyError("uncaught"))
