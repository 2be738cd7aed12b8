import os

with open("data.txt", "w") as file:
    file.write("one\ntwo\n")
with open("data.txt") as file:
    for number, line in enumerate(file, 1):
        print(number, line.rstrip())
print(file.closed, os.listdir(".").count("data.txt"))
try:
    file.read()
except ValueError as error:
    print(error)
with open("data.txt") as file:
    print([int(line) for line in file])
