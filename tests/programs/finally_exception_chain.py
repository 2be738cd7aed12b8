def f():
    try:
        raise ValueError("first")
    finally:
        print("cleanup")
        raise KeyError("second")


f()
