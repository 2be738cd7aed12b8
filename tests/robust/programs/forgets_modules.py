import sys

x = 1  # @before
kept = dict(sys.modules)
for name in list(sys.modules):
    if name not in ("sys", "builtins", "_imp", "_thread", "_warnings", "_weakref"):
        del sys.modules[name]
x = 2  # @after
y = [x]
sys.modules.update(kept)
print("out", x, y)
