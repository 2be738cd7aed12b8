def divide(a, b, /):
    return a / b


divide(a=1, b=2)
