for i in range(3):
    if i == 5:
        break
else:
    print("for else", i)
for i in range(5):
    if i == 2:
        break
else:
    print("never")
for i in []:
    pass
else:
    print("empty else")
for x in range(3):
    for y in range(3):
        if y == 1:
            continue
        if x == 2:
            break
        print(x, y)
    else:
        continue
    print("broke inner")
    break
for i, in [(1,), (2,)]:
    print(i)
for a[0] in (a := [0]) and [7, 8]:
    print(a)
for n in 5:
    pass
