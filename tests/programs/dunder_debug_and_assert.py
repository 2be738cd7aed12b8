if __debug__:
    print("debug")
assert True, 1 / 0
assert (1, "message")[0]
try:
    assert [] == [1], [x for x in "ab"]
except AssertionError as error:
    print(error.args)
try:
    assert 1 / 0
except ZeroDivisionError as error:
    print(error)
AssertionError = ValueError
try:
    assert False, "shadowed name"
except BaseException as error:
    print(type(error).__name__)
assert False
