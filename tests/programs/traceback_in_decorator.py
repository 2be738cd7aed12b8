def validate(function):
    if not function.__doc__:
        raise ValueError(f"{function.__name__} has no docstring")
    return function


@validate
def good():
    """Documented."""


@validate
def bad():
    return 1
