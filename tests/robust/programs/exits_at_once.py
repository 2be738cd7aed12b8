import os
import sys

print("out first")
x = 1  # @before
y = 2  # @after
sys.stdout.flush()
os._exit(11)
