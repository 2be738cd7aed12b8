import functools
import os
import sys
import threading
import time

NAMES = {
    threading: "current_thread main_thread enumerate get_ident Lock RLock active_count",
    time: "sleep time monotonic perf_counter",
    os: "read write getcwd getpid stat fstat dup2 open close fork waitpid",
    sys: "_getframe exc_info settrace gettrace getrecursionlimit setrecursionlimit",
}
called = []


def wrapped(original):
    def call(*arguments, **keywords):
        called.append(original)
        return original(*arguments, **keywords)

    return call


kept = {(module, name): getattr(module, name) for module in NAMES for name in NAMES[module].split()}


def add(a, b):
    return a + b


x = 1  # @before
for (module, name), original in kept.items():
    setattr(module, name, wrapped(original))
before = time.time()
total = add(x, 2)
x = 2  # @after
now, process = time.time(), os.getpid()
total = add(x, total)
for (module, name), original in kept.items():
    setattr(module, name, original)
print("out", total, now >= before, process == os.getpid())
