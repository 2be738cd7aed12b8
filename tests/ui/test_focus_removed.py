"""What is taken out of focus amid a session is not stopped in any more, whoever calls it."""

from __future__ import annotations

import pytest

from tests.ui.driven import WAYS, Program, driven, natively

SOURCE = """\
import sys
text = "def add(x):\\n    y = x + 1\\n    return y\\n"
with open("removed_later.py", "w") as file:
    file.write(text)
sys.path.insert(0, "")
import removed_later
first = removed_later.add(1)  # @first
second = removed_later.add(2)  # @second
third = sorted([2, 1], key=removed_later.add)  # @third
print("out", first, second, third)  # @end
"""


@pytest.mark.parametrize("way", WAYS)
def test_a_step_no_longer_enters_it(way: str) -> None:
    program = Program(SOURCE)
    done = driven(
        program, ["tbreak @second", "c", "focus remove removed_later", "s", "s", "c"], way
    )
    assert done.markers() == ["second", "third", "end"]
    assert (done.output, done.status) == natively(program)
