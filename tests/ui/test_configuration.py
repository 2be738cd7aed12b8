"""What is configured: by which file, variable and option, and what a mistake there leads to."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.ui.shell import TIMEOUT, environment

PROGRAM = "x = 1\n"


def run(
    folder: Path,
    project: str = "",
    own: str = "",
    variables: Mapping[str, str] = {},
    options: Sequence[str] = (),
    typed: str = "config\n",
) -> subprocess.CompletedProcess[str]:
    """A session in a folder of a project, of a user that has chosen something."""
    inner = folder / "package"
    inner.mkdir()
    (inner / "program.py").write_text(PROGRAM, "utf-8")
    (folder / "pyproject.toml").write_text(project, "utf-8")
    (folder / "debugger").mkdir()
    (folder / "debugger" / "config.toml").write_text(own, "utf-8")
    return subprocess.run(
        [sys.executable, "-m", "debugger", *options, "program.py"],
        input=typed,
        cwd=inner,
        env=environment(XDG_CONFIG_HOME=str(folder), **variables),
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
        check=False,
    )


def chosen(done: subprocess.CompletedProcess[str]) -> dict[str, str]:
    """What `config` shows, by key."""
    rows = [line.split("  ") for line in done.stdout.splitlines() if line.startswith("   ")]
    words = [[word.strip() for word in row if word.strip()] for row in rows]
    return {name: value for name, value, _ in [row for row in words if len(row) == 3]}


PROJECT = "[tool.debugger]\n{}\n"
CHOSEN: dict[str, tuple[dict[str, Any], str]] = {
    "nothing": ({}, "6"),
    "project": ({"project": PROJECT.format("lines = 10")}, "10 (../pyproject.toml)"),
    "other tables": ({"project": "[tool.other]\nlines = 10\n[debugger]\nlines = 10\n"}, "6"),
    "own": (
        {"project": PROJECT.format("lines = 10"), "own": "lines = 12"},
        "12 ({folder}/debugger/config.toml)",
    ),
    "variable": (
        {"own": "lines = 12", "variables": {"DEBUGGER_LINES": "14"}},
        "14 (DEBUGGER_LINES)",
    ),
    "another's variable": ({"variables": {"DEBUGGER_PATH": "14"}}, "6"),
    "at the prompt": (
        {"variables": {"DEBUGGER_LINES": "14"}, "typed": "config lines 16\nconfig\n"},
        "16 (here)",
    ),
}


@pytest.mark.parametrize("case", CHOSEN)
def test_what_comes_later_counts(case: str, tmp_path: Path) -> None:
    given, expected = CHOSEN[case]
    done = run(tmp_path, **given)
    assert done.returncode == 0, done.stderr
    assert chosen(done)["lines"] == expected.format(folder=tmp_path)


KEYS = {
    'break-on = ["error", "user"]': ("break_on", "error user"),
    "break_on = false": ("break_on", "off"),
    "compiled = false": ("compiled", "off"),
    'compiled = "on"': ("compiled", "on"),
    'focus = ["json", "-email"]': ("focus", "json -email"),
    'recording = "1 MB"': ("recording", "1 MB"),
    "recording = false": ("recording", "off"),
    'threads = "hold"': ("threads", "hold"),
    'types = "full"': ("types", "full"),
}


@pytest.mark.parametrize("line", KEYS)
def test_each_key(line: str, tmp_path: Path) -> None:
    key, expected = KEYS[line]
    done = run(tmp_path, own=line)
    assert chosen(done)[key] == f"{expected} ({tmp_path}/debugger/config.toml)", done.stderr


def test_options_come_last(tmp_path: Path) -> None:
    options = ("--no-compile", "--focus", "json", "--no-focus", "email")
    done = run(tmp_path, own="compiled = true\nfocus = ['-json', 'csv']", options=options)
    found = chosen(done)
    assert found["compiled"] == "off (--no-compile)"
    assert found["focus"] == "csv json -email (--no-focus)"


MISTAKES: dict[str, tuple[dict[str, Any], str]] = {
    "key": (
        {"project": PROJECT.format("linse = 10")},
        "../pyproject.toml: There is nothing called 'linse' to configure. Did you mean: lines",
    ),
    "variable": (
        {"variables": {"DEBUGGER_THRAEDS": "hold"}},
        "DEBUGGER_THRAEDS: There is nothing called 'thraeds' to configure. Did you mean: threads",
    ),
    "value": (
        {"variables": {"DEBUGGER_THREADS": "maybe"}},
        "DEBUGGER_THREADS: 'maybe' is none of hold, run.",
    ),
    "module": (
        {"own": "focus = 'nowhere'"},
        "{folder}/debugger/config.toml: There is no module, package or file 'nowhere' to focus on.",
    ),
    "kind": (
        {"own": "lines = 1.5"},
        (
            "{folder}/debugger/config.toml: lines is to be a text, a number, true, false or a list"
            " of texts."
        ),
    ),
    "file": (
        {"own": "lines ="},
        "{folder}/debugger/config.toml cannot be read: Invalid value (at end of document).",
    ),
}


@pytest.mark.parametrize("case", MISTAKES)
def test_mistakes_are_told_and_nothing_is_run(case: str, tmp_path: Path) -> None:
    given, expected = MISTAKES[case]
    done = run(tmp_path, **given)
    assert done.stderr == f"debugger: {expected.format(folder=tmp_path)}\n"
    assert (done.returncode, done.stdout) == (2, "")
