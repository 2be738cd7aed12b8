import os
import signal

got = []
x = 1  # @before
for number in (signal.SIGINT, signal.SIGTERM, signal.SIGUSR1, signal.SIGALRM):
    signal.signal(number, lambda number, frame: got.append((number, frame.f_code.co_name)))
for number in (signal.SIGINT, signal.SIGTERM, signal.SIGUSR1):
    os.kill(os.getpid(), number)
signal.setitimer(signal.ITIMER_REAL, 0.05)
signal.pause()
x = 2  # @after
print("out", got, signal.getsignal(signal.SIGINT).__name__)
