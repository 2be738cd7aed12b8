operations = [
    lambda: 1 + "a", lambda: "a" + 1, lambda: [] - [], lambda: {} < {},
    lambda: -"a", lambda: ~1.5, lambda: 1 << 2.0, lambda: None ** 2,
    lambda: 1 @ 2, lambda: "a" % 1, lambda: "a" * "b", lambda: 3 in 4,
    lambda: [][1.0], lambda: 1[0], lambda: None(), lambda: len(3),
]
for operation in operations:
    try:
        print(operation())
    except TypeError as error:
        print(error)
