"""The sessions shown in the documentation are what a user sees who types the same.

`<!-- session: FILE ARGUMENTS -->` stands before a block in which a session begins, and
`<!-- continued -->` before one in which it goes on.  `session on 3.11` is one that shows lines of
the library, which are others in other versions.  UPDATE_TRANSCRIPTS=1 rewrites what the debugger
says in them; read the difference before keeping it.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice, pairwise
from pathlib import Path

import pytest

from tests.ui.shell import ROOT, shown
from tests.ui.test_transcripts import normalised

DOCS = ROOT / "docs"
AT_ONCE = ROOT / "tests" / "ui" / "at_once.py"
VERSION = f"{sys.version_info.major}.{sys.version_info.minor}"
PROGRAMS = ROOT / "examples"
PROMPT = re.compile(r"^(?:debug|replay)(?: \d+)?> ?(.*)$", re.MULTILINE)
BLOCK = re.compile(
    r"(<!-- (?:session(?: on (?P<version>\S+))?: (?P<words>.*?)|continued) -->\n```text\n)"
    r"(?P<text>.*?)(?=```\n)",
    re.DOTALL,
)


@dataclass(slots=True)
class Session:
    """The blocks of one session, and how many commands each of them has."""

    words: list[str]
    is_here: bool
    blocks: list[str] = field(default_factory=list)

    @property
    def typed(self) -> str:
        return "".join(f"{command}\n" for block in self.blocks for command in PROMPT.findall(block))

    def seen(self) -> list[str]:
        """What is really shown in each of the blocks; not in another version of Python."""
        if not self.is_here:
            return self.blocks
        done = shown(str(AT_ONCE), *self.words, typed=self.typed, folder=PROGRAMS)
        start, *screens = chunks(without_underlines(done.stdout))
        rest = iter(screens)
        counts = [len(PROMPT.findall(block)) for block in self.blocks]
        seen = ["".join(islice(rest, count)) for count in counts]
        seen[0] = start + seen[0]
        seen[-1] += "".join(rest)
        return seen


def chunks(text: str) -> list[str]:
    """What comes before the first prompt, and what from each prompt to the next."""
    starts = [0, *(found.start() for found in PROMPT.finditer(text)), len(text)]
    return [text[start:end] for start, end in pairwise(starts)]


def without_underlines(text: str) -> str:
    """Where an error is within its line, 3.11 and later versions see differently."""
    return re.sub(r"^ +~*\^+~*\n", "", text, flags=re.MULTILINE)


def sessions(page: Path) -> Iterator[Session]:
    current: Session | None = None
    for found in BLOCK.finditer(page.read_text("utf-8")):
        if found["words"] is not None:
            current = Session(found["words"].split(), found["version"] in (None, VERSION))
            yield current
        assert current is not None, f"nothing is continued in {page.name}"
        current.blocks.append(found["text"])


PAGES = [page for page in sorted(DOCS.rglob("*.md")) if BLOCK.search(page.read_text("utf-8"))]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_sessions(page: Path) -> None:
    found = list(sessions(page))
    seen = [block for session in found for block in session.seen()]
    if os.environ.get("UPDATE_TRANSCRIPTS"):
        blocks = iter(seen)
        text = BLOCK.sub(lambda block: block[1] + next(blocks), page.read_text("utf-8"))
        page.write_text(text, "utf-8")
    else:
        told = [block for session in found for block in session.blocks]
        assert [*map(normalised, seen)] == [*map(normalised, told)]


def test_there_are_pages() -> None:
    assert len(PAGES) > 2
