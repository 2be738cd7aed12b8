import os
import sys

print("out first")
x = 1  # @before
sys.stdin.close()
os.close(0)
x = 2  # @after
print("out last", sys.stdin.closed)
