for i in range(3): print(i, end=" "); x = i; print(x) if x else None; y = [i][x]
