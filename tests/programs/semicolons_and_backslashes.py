x = 1; y = 2; print(x, y)
z = x + \
    y \
    + 3
print(z); print(
    z
    ,
); w = (z /
     (x -
      1))
