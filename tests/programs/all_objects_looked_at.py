"""A program that goes through all objects comes across none that it would take for no value."""
import gc


def dicts():
    found = 0
    for each in gc.get_objects():
        found += type(each) is dict
    return found


def last():
    each = None
    for each in gc.get_objects():
        pass
    return each is not None


print(dicts() > 0, last())
