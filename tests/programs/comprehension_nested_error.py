data = [[1, 2], [3, "x"]]
print([[1 + cell for cell in row] for row in data])
