"""Compiled frames: the user's own bytecode with side exits, run by CPython in a real frame."""
