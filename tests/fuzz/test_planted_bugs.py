"""Generated programs find bugs: each one planted in the engine shows, and in a small program."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.fuzz.planted_bugs import BUGS
from tests.helpers import ROOT
from tests.sampling import IS_FULL

MOST = "150"
"""Programs that are tried."""
LONGEST = 60
"""Lines of a small program, with how it differs."""


@pytest.mark.parametrize("name", BUGS if IS_FULL else list(BUGS)[:2])
def test_a_planted_bug_is_found_and_made_small(name):
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-m", "tests.fuzz.planted_bugs", name, MOST],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT), "PYTHONHASHSEED": "0"},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert not done.returncode, done.stderr
    assert "--- native" in done.stdout
    assert len(done.stdout.splitlines()) < LONGEST, done.stdout
