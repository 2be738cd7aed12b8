"""Emitting LLVM code for a loop: what the operations of Python are in machine terms.

`emitter.py` walks the statements; `statements.py` and `operations.py` are its tables, and the
families of operations have a module each.  `inputs.py` and `unboxing.py` are the way in,
`boxing.py` is the way out.
"""
