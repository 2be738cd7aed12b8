"""`python -m debugger`."""

from __future__ import annotations

from debugger.ui.main import main

if __name__ == "__main__":
    main()
