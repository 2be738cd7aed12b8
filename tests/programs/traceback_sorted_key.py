def key(record):
    return record["age"] // record["weight"]


people = [{"age": 3, "weight": 1}, {"age": 2, "weight": 0}]
print(sorted(people[:1], key=key))
sorted(people, key=key)
