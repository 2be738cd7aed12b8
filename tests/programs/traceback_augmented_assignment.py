totals = {"x": 1}
totals["x"] += 5
print(totals)
totals["x"] += totals["x"] * "a" and "text"
