import warnings


def f(n):
    warnings.warn(f"user {n}")
    warnings.warn("shown in main", DeprecationWarning)


for n in (1, 1, 2):
    f(n)


class K:
    warnings.warn("in class body", stacklevel=1)


[warnings.warn("in comprehension") for _ in "ab"]
(lambda: warnings.warn("in lambda", stacklevel=2))()
