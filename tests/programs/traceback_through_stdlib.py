import json
import re


def replace(match):
    return str(10 // int(match.group()))


def default(value):
    if isinstance(value, set):
        return sorted(value)
    raise TypeError(f"cannot encode {type(value).__name__}")


print(re.sub(r"\d", replace, "a1b5"))
print(json.dumps({"a": {3, 1}}, default=default))
try:
    re.sub(r"\d", replace, "a0")
except ZeroDivisionError as error:
    print(error)
json.dumps({"k": [1, object]}, default=default)
