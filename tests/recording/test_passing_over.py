"""Going back passes over loops that have nothing to do with it, however long they are."""

from __future__ import annotations

import textwrap

import pytest

pytest.importorskip("numba")

from tests.recording.sessions import answers, talk

PROGRAM = """\
    def work(n):
        total = 0
        for i in range(n):
            total += i
        return total
    begun = 1
    x = work(300_000)
    ended = 1
    print(x)
    """


@pytest.fixture
def path(tmp_path):
    made = tmp_path / "program.py"
    made.write_text(textwrap.dedent(PROGRAM))
    return made


def headings(text):
    """The first line of each answer, in words."""
    return [" ".join(answer.split("\n")[0].split()) for _, answer in answers(text, "debug")]


@pytest.mark.parametrize(
    ("back", "heading"),
    [
        (("back",), "< back program.py:7 in <module>"),
        (("back 2",), "< back 2 lines program.py:6 in <module>"),
        (("rcontinue",), "< back to breakpoint 1 program.py:6 in <module>"),
    ],
)
def test_loops_of_functions_that_have_returned(back, heading, path):
    text, status = talk(path, "b 6", "c", "n", "n", *back, "clear", "y", "c")
    assert headings(text)[4] == heading
    assert text.endswith("44999850000\n")
    assert status == 0


def test_loops_with_a_breakpoint_are_looked_into(path):
    text, _ = talk(path, "b 8", "c", "b 4", "rcontinue", "p i", "clear", "y", "c")
    assert "< back to breakpoint 2 program.py:4 in work" in headings(text)[3]
    assert headings(text)[4] == "299999"
    assert text.endswith("44999850000\n")
