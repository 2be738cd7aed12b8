def averager():
    total, count, average = 0, 0, None
    while (term := (yield average)) is not None:
        total += term
        count += 1
        average = total / count
    return count, average


g = averager()
next(g)
print([g.send(v) for v in (10, 20, 60)])
try:
    g.send(None)
except StopIteration as stop:
    print(stop.value)


def grouper(results):
    while True:
        results.append((yield from averager()))


results = []
group = grouper(results)
next(group)
for v in (1, 3, None, 5, None):
    group.send(v)
print(results)
group.send("x")
