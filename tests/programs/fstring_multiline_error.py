def report(a, b):
    return (
        f"first {a} "
        f"second {a / b} "
        f"third {b}"
    )


print(report(1, 0))
