def f():
    for i in range(5):
        try:
            if i == 1:
                continue
            if i == 3:
                break
            print("body", i)
        finally:
            print("finally", i)
    else:
        print("no else")
    while True:
        try:
            raise ValueError
        finally:
            break
    for i in range(3):
        try:
            return i
        finally:
            if i < 2:
                continue
    return "end"


print(f())
for n in range(2):
    try:
        try:
            continue
        finally:
            print("inner", n)
    finally:
        print("outer", n)
for n in range(3):
    try:
        pass
    except ValueError:
        pass
    else:
        if n == 1:
            break
    finally:
        print("last", n)
