print(__package__, __spec__)
from .sibling import thing
