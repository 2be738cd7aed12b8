import sys

print(sys.argv[1:], sys.argv[0] == __file__, __name__, __package__, __builtins__.__name__)
print(sorted(k for k in globals() if k.startswith("__")))
print(sys.modules["__main__"].__dict__ is globals(), type(__loader__).__name__)
sys.exit(len(sys.argv))
