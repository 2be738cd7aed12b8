"""`breakpoint()` fails where the program has deleted the hook that it calls."""

import sys

hook = sys.breakpointhook
del sys.breakpointhook
try:
    breakpoint()
except RuntimeError as error:
    print(error)
finally:
    sys.breakpointhook = hook
