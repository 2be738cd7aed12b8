import os
import sys

print("out first")
x = 1  # @before
sys.stdout.close()
sys.stderr.close()
os.close(1)
os.close(2)
x = 2  # @after
os._exit(7)
