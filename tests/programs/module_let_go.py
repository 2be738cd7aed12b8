"""Modules that are taken out of `sys.modules` again, as those made for one use, and what they held."""

import gc
import sys
import weakref
from importlib.abc import MetaPathFinder, SourceLoader
from importlib.machinery import ModuleSpec

SOURCE = b"""\
names = ["a"]
class Inside:
    attribute = names
for name in names:
    attribute = [each for each in Inside.attribute]
"""
PREFIX = "made_for_one_use_"


class Held:
    pass


class Maker(MetaPathFinder, SourceLoader):
    def find_spec(self, name, path, target=None):
        return ModuleSpec(name, self) if name.startswith(PREFIX) else None

    def get_filename(self, name):
        return f"<{name}>"

    def get_data(self, path):
        return SOURCE


def loaded(number):
    name = f"{PREFIX}{number}"
    module = __import__(name)
    del sys.modules[name]
    module.held = Held()
    module.held.knows = module.__dict__
    return weakref.ref(module.held), weakref.ref(module.Inside)


sys.meta_path.append(Maker())
found = [loaded(number) for number in range(3)]
gc.collect()
print([[reference() is None for reference in each] for each in found])
