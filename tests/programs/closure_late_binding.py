functions = [lambda: i for i in range(3)]
print([f() for f in functions])
def make():
    result = []
    for n in range(3):
        def show():
            return n
        result.append(show)
    n = "changed"
    return result
print([f() for f in make()])
