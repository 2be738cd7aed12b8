"""Layer 3: everything the user types and sees.

Start at `session.py` (a `Listener` that talks to the user at a stop); a command is a
function in one of the `*_commands.py` files; what a stop looks like is in `show.py`.
"""

from __future__ import annotations
