"""Recorded framedata: what every statement overwrites, so that a stopped program can go back.

The *log* of a thread is a bounded ring of *entries*, each a tuple `(site, activation, *kept)`.
A *site* knows what the entry of one place in the code means and how to undo it; a *mark* is the
site of a place to go back to: the beginning of a line.  Undoing entries newest first down to a
mark puts the program there.  Another engine takes part by logging entries with sites of its own.
"""
