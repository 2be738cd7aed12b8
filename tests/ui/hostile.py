# mypy: disable-error-code="assignment,misc"
"""Objects that raise, hang, recurse, print or lie when they are looked at."""

from __future__ import annotations

import time


class Counts:
    """Counts how often it is asked."""

    asked = 0

    def __repr__(self):
        Counts.asked += 1
        return "Counts()"


class Raises:
    def __repr__(self):
        raise SystemExit("no")


class Sleeps:
    def __repr__(self):
        time.sleep(1000)


class Loops:
    def __repr__(self):
        while True:
            pass


class Insists:
    def __repr__(self):
        while True:
            try:
                time.sleep(1000)
            except Exception as error:
                self.last = error


class Recurses:
    def __repr__(self):
        return repr(self)


class NoString:
    def __repr__(self):
        return 5


class Long:
    def __repr__(self):
        return "x" * 20_000_000


class LyingText(str):
    __slots__ = ()

    def __len__(self):
        raise ValueError

    __str__ = __getitem__ = __contains__ = __eq__ = __format__ = split = __len__
    __hash__ = None


class Lies:
    def __repr__(self):
        return LyingText("lies")


class Nothing:
    """Raises whatever it is asked for."""

    def __getattribute__(self, name):
        raise ValueError(name)

    __hash__ = None

    @property
    def __class__(self):
        raise ValueError

    def __eq__(self, other):
        raise ValueError

    def __bool__(self):
        raise ValueError


class Meta(type):
    def __getattribute__(cls, name):
        raise ValueError(name)

    def __instancecheck__(cls, value):
        raise ValueError

    __subclasscheck__ = __instancecheck__
    __repr__ = __bool__ = __getattribute__


class Strange(metaclass=Meta):
    pass


class StrangeError(Exception, metaclass=Meta):
    def __str__(self):
        raise SystemExit
