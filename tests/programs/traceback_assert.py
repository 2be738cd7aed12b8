def check(value):
    assert value > 0
    assert value < 10, f"{value} is too big"
    assert isinstance(value, int), ("tuple", value)
    return value


print(check(5))
for bad in (0, 20):
    try:
        check(bad)
    except AssertionError as error:
        print(repr(error), error.args)
check(2.5)
