"""Compiled loops: hot loops of interpreted frames as machine code with side exits.

`region.py` finds a loop, `observe.py` the kinds its variables have; `emit/` makes code for its
statements, and a toolchain (`toolchains/`) machine code of that; `unit.py` enters and leaves it,
`loops.py` keeps account, and a policy (`policy.py`) decides when to compile.
"""
