def find(items, key):
    for item in items:
        if item["key"] == key:
            return item["value"]


print(find([{"key": 1, "value": "a"}], 1).upper())
find([], 1).upper()
