class A:
    attribute = 5


for action in (lambda: 5(), lambda: "a"(), lambda: A().attribute(), lambda: A()(), lambda: None(1), lambda: [](*[]), lambda: {}(**{})):
    try:
        action()
    except TypeError as error:
        print(error)
callbacks = {"run": None}
callbacks["run"](1, 2)
