"""Layer 1: lift code objects to statements and interpret them, frame by frame.

Nothing here imports `ui` or `compiled`, and nothing here prints: a stop is reported
to a `Listener` (see `stops.py`), which answers with a plan (see `stepping.py`).
"""

from __future__ import annotations

VERSION = "0.1.0"
