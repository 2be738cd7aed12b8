import atexit, sys, threading, time
def ending(n):
    m = n + 1  # @ending
    print("out", m)
atexit.register(ending, 1)
def hook(*error):
    print("out", error[0])  # @hook
sys.excepthook = hook
def work():
    time.sleep(0.2)
    x = 1  # @late
    print("out", x)
class Dies:
    def __del__(self):
        print("out", "dies")
dies = Dies()
threading.Thread(target=work).start()
print("out", "end")
1 / 0
