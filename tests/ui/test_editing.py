"""`edit` opens the user's editor where he is."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.ui.shell import environment

PROGRAM = "import json\n\n\ndef work():\n    return json\n\n\nwork()\n"


def edited(folder: Path, typed: str, **variables: str) -> tuple[str, list[str]]:
    """What is shown, and what the editor is told."""
    (folder / "program.py").write_text(PROGRAM, "utf-8")
    for name in ("editor", "code"):
        editor = folder / name
        editor.write_text(f'#!/bin/sh\necho "$@" >> {folder}/told\n', "utf-8")
        editor.chmod(0o700)
    done = subprocess.run(
        [sys.executable, "-m", "debugger", "program.py"],
        input=typed,
        cwd=folder,
        env=environment(PYTHONUTF8="1", HOME=str(folder), **variables),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    told = folder / "told"
    lines = told.read_text("utf-8").splitlines() if told.exists() else []
    return done.stdout + done.stderr, [line.replace(f"{folder}/", "") for line in lines]


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("edit\n", ["+1 program.py"]),
        ("b work\nc\nedit\nup\no\ned work\n", ["+5 program.py", "+8 program.py", "+4 program.py"]),
    ],
)
def test_where_the_editor_is_opened(tmp_path: Path, typed: str, told: list[str]) -> None:
    text, lines = edited(tmp_path, typed, EDITOR=str(tmp_path / "editor"))
    assert lines == told
    assert "Back from program.py; 'run' begins the program anew." in text


def test_the_source_of_something_else(tmp_path: Path) -> None:
    _, lines = edited(tmp_path, "n\nedit json.loads\n", EDITOR=f"{tmp_path}/editor --wait")
    assert lines[0].startswith("--wait +")
    assert lines[0].endswith("json/__init__.py")


def test_editors_differ(tmp_path: Path) -> None:
    _, lines = edited(tmp_path, "edit\n", VISUAL=str(tmp_path / "code"), EDITOR="nosuch")
    assert lines == ["-g program.py:1"]


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("edit\n", "nosuch: No such file or directory; $EDITOR says which editor to use."),
        ("edit 3\n", "There is no source for 3."),
        ("edit nothing\n", "NameError: name 'nothing' is not defined"),
        ("debug 1\nedit\n", "There is no file <debug 1> to edit."),
    ],
)
def test_mistakes(tmp_path: Path, typed: str, answer: str) -> None:
    text, lines = edited(tmp_path, typed, EDITOR="nosuch")
    assert answer in text
    assert lines == []
