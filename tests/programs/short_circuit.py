def t(value):
    print("t", value)
    return value


print(t(0) and t(1))
print(t(1) and t(2) or t(3))
print(t("") or t(0) or t(None))
print(not t(0) and not t([]))
if t(1) and (t(0) or t(2)) and not t(0):
    print("branch")
while t(0) or t(""):
    print("never")
print(all(t(n) for n in [1, 0, 2]), any(t(n) for n in [0, 3, 4]))
