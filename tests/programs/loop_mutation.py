items = [1, 2, 3]
for item in items:
    if item < 3:
        items.append(item + 10)
    if len(items) > 6:
        break
print(items)
for i in range(3):
    print(i, end=" ")
    i = 10
print(i)
table = {1: "a", 2: "b"}
for key in list(table):
    del table[key]
print(table)
table = {1: "a", 2: "b"}
for key in table:
    table[key + 10] = "c"
