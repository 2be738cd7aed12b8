"""Layer 2: what runs faster than the interpreter, and leaves to it whenever anything is in doubt.

Compilers are imported here only, and only once a loop has proved hot.
"""
