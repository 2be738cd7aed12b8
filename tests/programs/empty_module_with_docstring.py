"""Only a docstring and some constants."""
None
...
"string"
5
pass
assert __doc__.startswith("Only")
print(__doc__)
