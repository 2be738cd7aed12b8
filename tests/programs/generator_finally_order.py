def resource(name):
    print("open", name)
    try:
        yield name
    finally:
        print("close", name)


for item in resource("loop"):
    print("use", item)
    break
print("after break")


def early():
    for item in resource("function"):
        return item


print(early())


def chain():
    yield from resource("one")
    yield from resource("two")


for item in chain():
    print(item)
for item in resource("error"):
    raise RuntimeError("in loop body")
