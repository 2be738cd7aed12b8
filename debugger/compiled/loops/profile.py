"""What the exits of earlier code for a region have taught: facts by statement."""

from __future__ import annotations


class Profile:
    """`negative`: subscripts that were negative; `not_finite`: numpy arithmetic that was not.

    `elements`: statements that read elements of several kinds from lists, and which.
    """

    def __init__(self) -> None:
        self.negative: set[int] = set()
        self.not_finite: set[int] = set()
