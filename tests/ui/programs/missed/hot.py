def inner(n):
    n += 1
    return n  # @inner
def work(count):
    total = 0
    for i in range(count):
        total += inner(i)
        total ^= i  # @line
    return total  # @end
def nest(count):
    total = 0
    for i in range(count):
        for j in range(count):
            total += i * j  # @nested
        total += 1  # @after_nested
    return total
class Thing:
    def __init__(self):
        self.value = 0
    def add(self, n):
        self.value += n  # @method
    def run(self, count):
        for i in range(count):
            self.add(i)
            self.value &= 1023  # @attribute
        return self.value
def divide(count):
    total = 0
    for i in range(count):
        total += 100 // (2500 - i)  # @divide
    return total
print("out", work(3000), nest(60), Thing().run(3000))
total = 0
for i in range(3000):
    total += inner(i)
    total -= 1  # @module
print("out", total)
try:
    print("out", divide(3000))
except ZeroDivisionError as error:
    print("out", error)
