def reentrant():
    try:
        next(g)
    except ValueError as error:
        print(error)
    print(g.gi_running)
    yield 1
    yield g.send(None)


g = reentrant()
print(next(g), g.gi_running)
next(g)
