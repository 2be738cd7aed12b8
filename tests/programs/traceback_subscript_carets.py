data = {"rows": [{"cells": [1, 2]}]}
index = 5
print(data["rows"][0]["cells"][1])
print(data["rows"][0]["cells"][index] + data["rows"][1]["cells"][0])
