def kind(label, exception):
    print("evaluate", label)
    return exception


try:
    raise KeyError("k")
except kind("first", ValueError):
    print("no")
except kind("second", LookupError):
    print("yes")
except kind("third", Exception):
    print("no")
try:
    raise KeyError("k")
except kind("broken", 1 / 0):
    print("no")
