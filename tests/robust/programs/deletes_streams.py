import sys

print("out first", flush=True)
x = 1  # @before
del sys.stdin, sys.stdout, sys.stderr
sys.__stdin__ = sys.__stdout__ = sys.__stderr__ = None
x = 2  # @after
raise SystemExit(3)
