"""Programs in files."""

from __future__ import annotations

import textwrap

import pytest


@pytest.fixture
def program(tmp_path):
    """Writes a program; its path."""

    def written(source):
        path = tmp_path / "program.py"
        path.write_text(textwrap.dedent(source), "utf-8")
        return str(path)

    return written
