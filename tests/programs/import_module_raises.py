import pathlib
import sys

pathlib.Path("broken_module.py").write_text("x = 1\n\n\ndef f():\n    raise ValueError('while importing')\n\n\nf()\n")
try:
    import broken_module
except ValueError as error:
    print(error, "broken_module" in sys.modules)
import broken_module
