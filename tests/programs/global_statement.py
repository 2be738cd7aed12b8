x = "module"


def setter():
    global x, created
    x = "changed"
    created = [1]

    class Inner:
        x = "class"

        def get(self):
            return x

    return Inner().get()


print(setter(), x, created)


def outer():
    x = "outer"

    def inner():
        global x
        x = "inner global"

    inner()
    return x


print(outer(), x)


class Body:
    global y
    y = "from class"


print(y, hasattr(Body, "y"))
print(undefined_global)
