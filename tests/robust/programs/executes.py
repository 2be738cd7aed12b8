import os
import sys

x = 1  # @before
y = 2  # @after
print("out", x, flush=True)
os.execv(sys.executable, [sys.executable, "-c", "print('out another'); raise SystemExit(9)"])
