# requires 3.12
names = ["a", "b"]
print(f"{", ".join(names)} {f"{f"{1 + 1}"}"}")
print(f"{'\n'.join(names)}")
print(f"{
    names[0]  # comment
    + "!"
}")
print(f"{names[0]!r:{">"}{6}} {"x" = }")
print(f"{", ".join(names) + names[5]}")
