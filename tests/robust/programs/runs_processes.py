import subprocess
import sys

x = 1  # @before
done = subprocess.run([sys.executable, "-c", "print(input())"], input=b"given", capture_output=True)
x = 2  # @after
print("out", x, done.stdout.decode().strip())
