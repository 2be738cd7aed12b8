n = 5
while n:
    n -= 1
    if n == 3:
        continue
    if n == 1:
        break
    print(n)
else:
    print("never")
while n > 0:
    n -= 1
else:
    print("while else", n)
while True:
    try:
        n += 1
        if n > 2:
            break
        continue
    finally:
        print("finally", n)
while n := n - 1:
    print("walrus", n)
i = 0
while i < 3: i += 1
print(i)
while 10 / n:
    n -= 1
