"""What the exits of earlier code for a loop have taught: facts by statement.

A new lesson needs a row in `LESSONS`, and an emitter that looks at it.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from debugger.compiled.loops import reasons

if TYPE_CHECKING:
    from debugger.compiled.loops.emit.emitter import SideExit
    from debugger.frames.framecode import FrameCode

    Place = tuple[FrameCode, int]

EXITS_BEFORE_LESSON = 3
LESSONS = {reasons.NEGATIVE: "negative", reasons.WARNING: "not_finite", reasons.SPAN: "refuted"}


class Profile:
    """`negative`: statements that subscript by negative numbers.

    `refuted`: loops about whose ranges a claim did not hold where they began.
    `not_finite`: statements at which a check of numpy's arithmetic was put off in vain.
    `writes_much`: it writes arrays that are too big to be copied for the recording.
    """

    def __init__(self) -> None:
        self.negative: set[Place] = set()
        self.not_finite: set[Place] = set()
        self.refuted: set[Place] = set()
        self.writes_much = False
        self._seen = defaultdict[tuple["Place", str], int](int)

    def learns(self, left: SideExit) -> bool:
        """Count an exit; whether this one has taught something."""
        lesson = LESSONS.get(left.reason)
        if lesson is None:
            return False
        place = (left.activation.framecode, left.pc)
        key = (place, left.reason)
        self._seen[key] += 1
        known: set[Place] = getattr(self, lesson)
        if self._seen[key] < EXITS_BEFORE_LESSON or place in known:
            return False
        known.add(place)
        return True
