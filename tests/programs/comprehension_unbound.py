def f():
    values = [later for n in range(2)]
    later = 1
    return values


f()
