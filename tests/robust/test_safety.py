"""What a debugger must not do to who uses it."""

from __future__ import annotations

import stat
import sys
from pathlib import Path

from debugger.ui import editor
from tests.ui.shell import shown

START_UP = (".debuggerrc", ".pdbrc", "debuggerrc", ".debuggerrc.py", "debuggerrc.py")


def test_nothing_in_the_current_folder_is_executed_but_the_program(tmp_path: Path) -> None:
    for name in START_UP:
        (tmp_path / name).write_text("p 'executed'\nprint('executed')\n", "utf-8")
    (tmp_path / "program.py").write_text("x = 1\nprint('ended')\n", "utf-8")
    done = shown("-m", "debugger", "program.py", typed="n\nc\n", folder=tmp_path)
    assert done.returncode == 0
    assert "ended" in done.stdout
    assert "executed" not in done.stdout


def test_no_port_is_opened(tmp_path: Path) -> None:
    source = "import sys\nprint('socket' in sys.modules or '_socket' in sys.modules)\n"
    (tmp_path / "program.py").write_text(source, "utf-8")
    done = shown("-m", "debugger", "program.py", typed="b 2\nc\nc\n", folder=tmp_path)
    assert "False\n" in done.stdout, sys.version


def test_only_the_user_reads_what_was_typed(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(editor, "_HISTORY", str(tmp_path / "history"))
    (tmp_path / "history").touch(0o644)
    editor._history().append_string("secret")
    assert stat.S_IMODE((tmp_path / "history").stat().st_mode) == 0o600
