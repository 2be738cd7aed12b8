class Custom:
    def __format__(self, spec):
        print("spec", repr(spec))
        return "C"

    def __repr__(self):
        return "repr-C"


print(f"{Custom():abc} {Custom()} {Custom()!r:>8}")
for attempt in (lambda: f"{3:q}", lambda: f"{[]:5}", lambda: f"{'a':d}", lambda: f"{missing}"):
    try:
        print(attempt())
    except Exception as error:
        print(type(error).__name__, error)


def broken(user):
    return f"hello {user['name']} you are {user['age'] + 1:>3} years"


print(broken({"name": "Bo", "age": 3}))
print(broken({"name": "Bo", "age": "3"}))
