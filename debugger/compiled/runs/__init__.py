"""What compiled loops tell the recording: one entry for each stretch that they have run.

`contents.py` keeps arrays and lists, `overwritten.py` all that a unit may overwrite, and
`unit_run.py` logs a run and lets it run again.
"""
