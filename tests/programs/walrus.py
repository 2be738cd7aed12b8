if (n := len("hello")) > 3:
    print("long", n)
data = iter([3, 2, 1, 0, 9])
while (item := next(data)):
    print(item)
print([last := v for v in range(4)], last)
print((a := 1, b := a + 1), a, b)
def function(x=(default := 7)):
    return x, (y := x * 2), y
print(function(), default)
print(any((hit := w).startswith("b") for w in ["apple", "bob", "cat"]), hit)
