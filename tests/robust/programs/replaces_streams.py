import io
import sys

x = 1  # @before
standard = sys.stdin, sys.stdout, sys.stderr
sys.stdin, sys.stdout, sys.stderr = io.StringIO("typed\n"), io.StringIO(), io.StringIO()
print("caught")
line = input()
x = 2  # @after
text = sys.stdout.getvalue()
sys.stdin, sys.stdout, sys.stderr = standard
print("out", text, line)
