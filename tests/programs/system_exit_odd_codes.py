import sys

sys.stdout.write("before\n")
raise SystemExit(True)
