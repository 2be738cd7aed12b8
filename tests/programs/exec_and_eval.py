namespace = {}
exec("x = 1\ndef f(y):\n    return x + y", namespace)
print(namespace["f"](2), sorted(k for k in namespace if not k.startswith("__")))
print(eval("x * 10", namespace), eval("a + b", {"a": 1}, {"b": 2}), eval("[n for n in range(3)]"))
code = compile("1 + z", "<expr>", "eval")
print(eval(code, {"z": 5}), code.co_names, code.co_filename)


def scope():
    local = 5
    exec("local = 6; new = 7")
    print(local, eval("local"), eval("local + 1", globals(), {"local": 1}))
    values = {}
    exec("for i in range(3): total = i", {}, values)
    return values


print(scope())
exec("global g; g = 'made by exec'")
print(g)
exec("class K:\n    attribute = [1]\nprint(K.attribute, __name__)")
exec(compile("print('single'); 1 + 1", "<s>", "single"))
eval("1 +")
