"""What a debugger must not do to who uses it."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path

import pytest
from prompt_toolkit.history import FileHistory

from debugger.ui import typed
from debugger.ui.state import state_file
from debugger.ui.typed import Typed
from tests.helpers import DEBUGGER
from tests.ui.shell import shown

START_UP = (".debuggerrc", ".pdbrc", "debuggerrc", ".debuggerrc.py", "debuggerrc.py")


WAYS = {
    "compiled": ["program.py"],
    "interpreted": ["--no-compiled-frames", "program.py"],
    "never stopping": ["--interpret", "program.py"],
    "module": ["-m", "program"],
    "prompt": [],
}
LISTENING = (
    "import os, sys; sys.addaudithook(lambda event, _:"
    " os.write(2, f'AUDIT {event}\\n'.encode()) if event.startswith('socket.') else None); "
)


@pytest.mark.parametrize("way", WAYS)
def test_nothing_in_the_current_folder_is_executed_but_the_program(
    way: str, tmp_path: Path
) -> None:
    for name in START_UP:
        (tmp_path / name).write_text("p 'executed'\nprint('executed')\n", "utf-8")
    (tmp_path / "program.py").write_text("x = 1\nprint('ended')\n", "utf-8")
    typed = "n\nc\n" if WAYS[way] else "@run print('ended')\n"
    done = shown("-m", "debugger", *WAYS[way], typed=typed, folder=tmp_path)
    assert done.returncode == 0
    assert "ended" in done.stdout
    assert "executed" not in done.stdout


BUSY = """\
import sys, threading
def add(total, i):
    return total + i
total = 0
for i in range(300_000):
    total += i
thread = threading.Thread(target=add, args=(1, 2))
thread.start()
thread.join()
total = add(total, 1)
print("socket" in sys.modules, "_socket" in sys.modules)
"""
COMMANDS = (
    "b add",
    "c",
    "where",
    "p total",
    "threads",
    "c",
    "s",
    "n",
    "back",
    "snip",
    "n",
    "snip end",
)


@pytest.mark.parametrize("way", WAYS)
def test_no_socket_is_opened(way: str, tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(BUSY, "utf-8")
    typed = "".join(f"{command}\n" for command in (*COMMANDS, "loops", "c", "c", "c"))
    done = shown("-c", LISTENING + DEBUGGER, *WAYS[way], typed=typed, folder=tmp_path)
    assert "AUDIT" not in done.stdout
    if WAYS[way]:
        assert "False False\n" in done.stdout


def test_sockets_would_be_seen(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text("import socket\nsocket.socket().close()\n", "utf-8")
    done = shown("-c", LISTENING + DEBUGGER, *WAYS["compiled"], typed="c\n", folder=tmp_path)
    assert "AUDIT socket.__new__" in done.stdout


@pytest.fixture
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's state folder; where the history was kept before, there is none."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setattr(typed, "OLD_FILE", str(tmp_path / "old"))
    return tmp_path / "state" / "debugger"


def loaded() -> list[str]:
    return list(Typed().load_history_strings())


def test_only_the_user_reads_what_was_typed(state: Path) -> None:
    state.mkdir(parents=True, mode=0o755)
    (state / "history").touch(0o644)
    Typed().append_string("secret")
    assert stat.S_IMODE((state / "history").stat().st_mode) == 0o600
    assert stat.S_IMODE(state.stat().st_mode) == 0o700
    assert os.listdir(state) == ["history"]


def test_what_was_typed_comes_back(state: Path) -> None:
    entries = ["p x", "for i in y:\n    +i\n", "+1", "\n", "ä\x1b \r\x0c\udc80"]
    for entry in entries:
        Typed().store_string(entry)
    assert loaded() == [entry.replace("\udc80", "?") for entry in reversed(entries)]


def test_debuggers_at_once_keep_what_the_others_add(state: Path) -> None:
    first, second = Typed(), Typed()
    for number in range(3):
        first.append_string(f"first {number}")
        second.append_string(f"second {number}")
    assert len(loaded()) == 6


def test_the_old_history_is_read_until_there_is_a_new_one(state: Path, tmp_path: Path) -> None:
    old = FileHistory(str(tmp_path / "old"))
    old.store_string("one")
    old.store_string("two\nlines")
    assert loaded() == ["two\nlines", "one"]
    Typed().append_string("three")
    (tmp_path / "old").unlink()
    assert loaded() == ["three", "two\nlines", "one"]


def test_so_much_is_kept(state: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(typed, "LIMIT", 3)
    for number in range(5):
        Typed().store_string(str(number))
    assert loaded() == ["4", "3", "2"]


def test_a_history_that_cannot_be_written_is_none(state: Path) -> None:
    state.parent.mkdir()
    state.touch()
    history = Typed()
    history.append_string("p x")
    assert history.get_strings() == ["p x"]
    assert loaded() == []


def test_a_file_that_could_not_be_written_stays_as_it_was(
    state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Typed().store_string("before")
    monkeypatch.setattr(os, "replace", lambda *_: (_ for _ in ()).throw(OSError))
    Typed().store_string("after")
    assert loaded() == ["before"]
    assert os.listdir(state) == ["history"]


@pytest.mark.parametrize(
    ("platform", "variables", "folder"),
    [
        ("linux", {}, "home/.local/state/debugger"),
        ("linux", {"XDG_STATE_HOME": "relative"}, "home/.local/state/debugger"),
        ("linux", {"XDG_STATE_HOME": "/state"}, "/state/debugger"),
        ("darwin", {}, "home/Library/Application Support/debugger"),
        ("darwin", {"XDG_STATE_HOME": "/state"}, "/state/debugger"),
        ("win32", {"LOCALAPPDATA": "local"}, "local/debugger"),
    ],
)
def test_the_state_folder(
    platform: str, variables: dict[str, str], folder: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(os, "environ", {"HOME": "home", **variables})
    assert state_file("history") == Path(folder) / "history"
