table = {"a": 1}
try:
    for key in table:
        table["b"] = 2
except RuntimeError as error:
    print(error)
try:
    for key in table:
        del table[key]
        table["c" + key] = 1
except RuntimeError as error:
    print(error)
try:
    table[[1]] = 2
except TypeError as error:
    print(error)


class Missing(dict):
    def __missing__(self, key):
        return f"no {key}"


print(Missing()["x"], Missing().get("x"))
values = {1, 2}
for v in values:
    values.add(v + 10)
