"""How much of a long table of cases is tried.

What the tests of machine code have in their tables hardly depends on the version of Python, and
`.ci/run` tries all versions: each does a share, and together they do all.  FULL_FUZZ=1
tries everything under one version, and the long tables whole.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from typing import TypeVar

Case = TypeVar("Case")

IS_FULL = os.environ.get("FULL_FUZZ") == "1"
VERSIONS = 3


def share(cases: Iterable[Case]) -> list[Case]:
    """The cases that this version of Python tries."""
    found = list(cases)
    return found if IS_FULL else found[sys.version_info.minor % VERSIONS :: VERSIONS]
