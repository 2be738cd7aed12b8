"""Toolchains: from the function that an emitter makes to something Python can call.

`bare.py` uses LLVM directly: it starts in a tenth of the time that numba takes, and gives
memory back.  `through_numba.py` wraps the same function in one `@intrinsic`.
"""
