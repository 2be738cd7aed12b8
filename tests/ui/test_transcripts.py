"""Whole sessions: the commands go in, the screens come out as the files in `transcripts/` say.

A file holds `program: NAME.py` (without a name: the Python prompt), the commands, a line
`---`, and the expected screens.
UPDATE_TRANSCRIPTS=1 rewrites what stands below the line; read the difference before keeping it.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
TRANSCRIPTS = sorted((HERE / "transcripts").glob("*.txt"))
SEPARATOR = "---\n"


@dataclass(frozen=True, slots=True)
class Transcript:
    head: str
    expected: str

    @property
    def program(self) -> list[str]:
        return self.head.partition("\n")[0].removeprefix("program:").split()

    @property
    def commands(self) -> str:
        return self.head.partition("\n")[2]


def read(path: Path) -> Transcript:
    head, _, expected = path.read_text("utf-8").partition(SEPARATOR)
    return Transcript(head, expected)


def screens(transcript: Transcript) -> str:
    environment = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"}
    done = subprocess.run(
        [sys.executable, "-m", "debugger", *transcript.program],
        input=transcript.commands,
        cwd=HERE / "programs",
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=60,
        check=False,
    )
    return f"{normalised(done.stdout)}(exit status {done.returncode})\n"


def normalised(text: str) -> str:
    """Without what differs from place to place and from one Python to the next."""
    text = text.replace(f"{HERE / 'programs'}{os.sep}", "")
    text = re.sub(r"^Python 3\.\S+, debugger [\d.]+", "Python 3, debugger", text)
    return re.sub(r"^ +~*\^+~*\n", "", text, flags=re.MULTILINE)


@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: path.stem)
def test_transcript(path: Path) -> None:
    transcript = read(path)
    shown = screens(transcript)
    if os.environ.get("UPDATE_TRANSCRIPTS"):
        path.write_text(transcript.head + SEPARATOR + shown, "utf-8")
    else:
        assert shown == transcript.expected
