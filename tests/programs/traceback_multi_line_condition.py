def check(config):
    if (
        config["a"]
        and config["b"] > 3
        and config["c"].upper() == "X"
    ):
        return True


print(check({"a": 1, "b": 2}))
check({"a": 1, "b": 4, "c": 5})
