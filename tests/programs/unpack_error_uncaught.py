def pairs(rows):
    for index, (name, value) in rows:
        print(index, name, value)


pairs([(1, ("a", 2)), (2, ("b",))])
