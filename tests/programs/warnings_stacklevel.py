import warnings


def deprecated():
    warnings.warn("level one", stacklevel=1)
    warnings.warn("level two", DeprecationWarning, stacklevel=2)


def caller():
    deprecated()


warnings.simplefilter("always")
caller()
for _ in range(2):
    deprecated()
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    caller()
print([(str(w.message), w.lineno, w.category.__name__) for w in caught])
warnings.simplefilter("error")
caller()
