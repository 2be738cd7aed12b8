"""`python -m debugger`, but loops are compiled on the thread that runs them, which waits for it."""

from __future__ import annotations

from debugger.compiled.loops.policy import Policy
from debugger.ui import opening
from debugger.ui.main import main

opening.POLICY = Policy

if __name__ == "__main__":
    main()
