"""The iterations of `while` loops, and loops that were left in a function that they call."""

from __future__ import annotations

import pytest

from tests.recording.sessions import answers, talk

COUNTING = """\
    def work(n):
        i = 0
        while i < n:
            i += 1
            x = i * 0.5
        return x

    print(work(3_000_000))
    """

CALLING = """\
    def helper(a):
        b = a + 1
        if b == 2_000_000:
            c = b
            return c
        return b

    def work(n):
        total = 0
        for i in range(n):
            s = helper(i)
            total += s
        return total

    print(work(3_000_000))
    """


def heads(text):
    """The first line of each answer, without what is at its right end."""
    return [reply.split("\n")[0].split("   ")[0] for _, reply in answers(text, "debug")]


@pytest.mark.parametrize("compiled", ["on", "off"])
def test_each_step_back_is_one_iteration(program, compiled):
    count = 2_000_000 if compiled == "on" else 2_000
    commands = [f"compiled {compiled}", f"break 5, i == {count}", "continue"]
    commands += ["iter -1", "iter -1", "p i", f"iter {count - 50}", "iter 0", "iter -1", "p i"]
    said = heads(talk(program(COUNTING), *commands)[0])[3:-1]
    assert said == [
        f"< iteration {count - 1:,} of the loop in line 3",
        f"< iteration {count - 2:,} of the loop in line 3",
        f"{count - 3}",
        f"< iteration {count - 50:,} of the loop in line 3",
        "This is the beginning of that iteration.",
        f"< iteration {count - 51:,} of the loop in line 3",
        f"{count - 52}",
    ]


def test_the_line_about_the_loop_counts_alike(program):
    pytest.importorskip("numba")
    text, _ = talk(program(COUNTING), "break 5, i == 2000000", "continue")
    assert "left the compiled loop of line 3 after 2,000,000 iterations: breakpoint" in text


def test_a_run_left_inside_a_call_is_looked_into(program):
    commands = ["break 4", "continue", "back", "back 2", "p i", "history total 2", "iter -1", "p i"]
    said = answers(talk(program(CALLING), *commands)[0], "debug")[2:]
    assert "py:3 in helper" in said[0][1]
    assert "py:11 in work" in said[1][1]
    assert said[2][1].strip() == "1999999"
    assert "iteration 1,999,999   line 12" in said[3][1]
    assert "iteration 1,999,999 of the loop in line 10" in said[4][1]
    assert said[5][1].strip() == "1999998"
