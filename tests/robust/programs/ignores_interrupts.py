import os
import signal

x = 1  # @before
signal.signal(signal.SIGINT, signal.SIG_IGN)
os.kill(os.getpid(), signal.SIGINT)
x = 2  # @after
os.kill(os.getpid(), signal.SIGINT)
print("out", signal.getsignal(signal.SIGINT))
