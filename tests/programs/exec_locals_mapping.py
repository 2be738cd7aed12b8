class Magic(dict):
    def __missing__(self, key):
        print("missing", key)
        if key == "print":
            raise KeyError(key)
        return key.upper()


exec("print(alpha, beta)\ngamma = alpha\nprint(gamma)\ndel gamma", {}, Magic())


class Plain:
    def __getitem__(self, key):
        print("get", key)
        raise KeyError(key)

    def __setitem__(self, key, value):
        print("set", key, value)


exec("x = 1\nlen", {}, Plain())
try:
    exec("x = 1", 5)
except TypeError as error:
    print(error)
try:
    exec("def g(): return free", {"free": 1}, {})
    eval("g()", {})
except NameError as error:
    print(error)
exec("undefined_in_exec", {"__builtins__": {}})
