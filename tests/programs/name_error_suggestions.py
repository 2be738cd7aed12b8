import collections

maximum = 5


def f(count):
    colour = "red"
    print(color)


for action in (lambda: f(1), lambda: maximun, lambda: pirnt(1), lambda: self.x):
    try:
        action()
    except NameError as error:
        print(error, error.name)
f(2)
