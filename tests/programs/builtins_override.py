import builtins

original = builtins.print


def shouting(*args):
    original(*[str(a).upper() for a in args])


builtins.print = shouting
print("loud")
builtins.print = original
builtins.answer = 42
print(answer)
restricted = {"__builtins__": {"len": lambda x: "fake len"}}
print(eval("len([1])", restricted))
try:
    exec("class A: pass", {"__builtins__": {}})
except NameError as error:
    print(error)
try:
    exec("import os", {"__builtins__": {}})
except ImportError as error:
    print(error)
del builtins.answer
answer
