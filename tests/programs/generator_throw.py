def resilient():
    while True:
        try:
            value = yield "ready"
            print("got", value)
        except ValueError as error:
            print("caught", error)
        finally:
            print("finally")


g = resilient()
next(g)
print(g.throw(ValueError("one")))
print(g.throw(ValueError))
print(g.send(1))
try:
    g.throw(KeyError("k"))
except KeyError as error:
    print("propagated", error)
try:
    next(g)
except StopIteration:
    print("finished")
g = resilient()
try:
    g.throw(TypeError("before start"))
except TypeError as error:
    print(error)
print(list(g))
g.throw(OSError("dead"))
