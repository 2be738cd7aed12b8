import sys

print("to stdout")
print("to stderr", file=sys.stderr)
sys.stdout.write("no newline")
sys.stderr.write("partial")
print(" end", flush=True)
print("a", "b", sep="|", end=".\n")
import io

saved, sys.stdout = sys.stdout, io.StringIO()
print("captured")
text = sys.stdout.getvalue()
sys.stdout = saved
print(repr(text))
sys.displayhook(5)
sys.displayhook(None)
print(1, 2, sep=3)
