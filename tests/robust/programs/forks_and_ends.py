import os
import sys

x = 1  # @before
sys.stdout.flush()
child = os.fork()
if child == 0:
    print("out child", x)
    raise SystemExit(5)
status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
x = 2  # @after
print("out parent", x, status)
