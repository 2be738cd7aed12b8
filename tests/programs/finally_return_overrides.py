def f(kind):
    try:
        if kind == "return":
            return "from try"
        if kind == "raise":
            raise ValueError(kind)
    except ValueError:
        return "from except"
    else:
        return "from else"
    finally:
        print("finally", kind)
        if kind != "keep":
            return "from finally"


print(f("return"), f("raise"), f("none"), f("keep"))


def swallow():
    try:
        1 / 0
    finally:
        return "swallowed"


print(swallow())


def value():
    x = 1
    try:
        return x
    finally:
        x = 2


print(value())


def nested():
    try:
        try:
            return 1
        finally:
            raise KeyError("replaces return")
    finally:
        print("outer finally")


nested()
