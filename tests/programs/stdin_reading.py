import sys

for line in sys.stdin:
    print("line", line.strip())
print("end of input")
name = input("name? ")
print(name)
