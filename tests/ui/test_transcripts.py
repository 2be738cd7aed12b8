"""Whole sessions: the commands go in, the screens come out as the files in `transcripts/` say.

A file holds `program: NAME.py` (without a name: the Python prompt), the commands, a line
`---`, and the expected screens.  In those called `compiled` loops are compiled at once, so that
it does not depend on the speed of the machine what has been compiled when.
UPDATE_TRANSCRIPTS=1 rewrites what stands below the line; read the difference before keeping it.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.ui.shell import shown

HERE = Path(__file__).parent
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


def screens(transcript: Transcript, *start: str) -> str:
    words = [*start, *transcript.program]
    done = shown(*words, typed=transcript.commands, folder=HERE / "programs")
    return f"{normalised(done.stdout)}(exit status {done.returncode})\n"


def normalised(text: str) -> str:
    """Without what differs from place to place and from one Python to the next."""
    text = text.replace(f"{HERE / 'programs'}{os.sep}", "")
    text = re.sub(r"^Python 3\.\S+, debugger [\d.]+", "Python 3, debugger", text)
    for pattern in VARYING:
        text = re.sub(pattern, without_numbers, text)
    text = re.sub(r"entries +iterations +ms", "entries iterations ms", text)
    return re.sub(r"^ +~*\^+~*\n", "", text, flags=re.MULTILINE)


def without_numbers(found: re.Match[str]) -> str:
    text = re.sub(r"[\d,]*\d|once", "N", found[0])
    return re.sub(r" +", " ", text)


# How long slices of time are, and what goes with it.
VARYING = (
    r"[\d,]+ iterations?",
    r"(entered|came round) ([\d,]+ times|once)",
    r"compiled in [\d,]+ ms",
    r"left: [^\n]*",
    r"(?<=compiled) +[\d,]+ +[\d,]+ +[\d,]+(?= *\n)",
)


@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: path.stem)
def test_transcript(path: Path) -> None:
    transcript = read(path)
    is_about_loops = path.stem.startswith("compiled")
    start = [str(HERE / "at_once.py")] if is_about_loops else ["-m", "debugger"]
    shown = screens(transcript, *start)
    if os.environ.get("UPDATE_TRANSCRIPTS"):
        path.write_text(transcript.head + SEPARATOR + shown, "utf-8")
    else:
        assert shown == transcript.expected
