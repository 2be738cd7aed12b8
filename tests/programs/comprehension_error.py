def table(rows):
    return {
        name: [value / total for value in values]
        for name, values, total in rows
    }


print(table([("a", [1, 2], 2), ("b", [3], 0)]))
