"""Compiled frames: the user's own bytecode with side exits, run by CPython in a real frame.

`rewriting.py` and `writing.py` take code apart and write parts of it, `crossing.py` and
`suspending.py` are what stubs do at a point and at a yield, `variant.py` makes variants, and
`leaving.py` attaches the interpreter.  `installing.py` says which code has one; those that were
made before are kept on disk by `stored.py` and `cache.py`.
"""
