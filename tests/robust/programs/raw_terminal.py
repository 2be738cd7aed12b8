import os
import sys

try:
    import termios
    import tty

    tty.setraw(0)
except termios.error as error:
    print("out", error)
x = 1  # @before
y = 2  # @after
print("out", x + y)
