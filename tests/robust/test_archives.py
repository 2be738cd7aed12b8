"""Programs and packages in zip archives: run as by Python, shown, and stopped in."""

from __future__ import annotations

import sys
import zipapp
from pathlib import Path

import pytest

from tests.ui.shell import shown

WAYS = {"compiled": (), "interpreted": ("--no-compiled-frames",)}
MAIN = """\
import sys
from pkg.mod import work
print(sorted(vars()))
print(__name__, __file__, __spec__, __package__, __cached__, __doc__)
print(type(__loader__).__name__, sys.argv, sys.path[0], sys.modules["__main__"].__file__)
print(work(3))
"""
MODULE = """\
def work(n):
    total = 0
    for i in range(n):
        total += helper(i)
    return total


def helper(i):
    j = i * 2
    return j
"""
USER = """\
import sys
sys.path.insert(0, "pkg.zip")
from pkg.mod import work
print(work(3))
"""
STACK = """\
    3  <module>  app.pyz/__main__.py:6  print(work(3))
    2  work      app.pyz/pkg/mod.py:4   total += helper(i)
 >  1  helper    app.pyz/pkg/mod.py:9   j = i * 2
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    package = tmp_path / "app" / "pkg"
    package.mkdir(parents=True)
    (package / "__init__.py").touch()
    (package / "mod.py").write_text(MODULE, "utf-8")
    (tmp_path / "app" / "__main__.py").write_text(MAIN, "utf-8")
    for name in ("app.pyz", "pkg.zip"):
        zipapp.create_archive(tmp_path / "app", tmp_path / name)
    (tmp_path / "user.py").write_text(USER, "utf-8")
    return tmp_path


@pytest.mark.parametrize("options", [["-c", "c"], ["--interpret"]], ids=["debugged", "interpreted"])
@pytest.mark.parametrize("safe", [[], ["-P"]], ids=["", "safe path"])
@pytest.mark.parametrize("name", ["app.pyz", "app", "./app.pyz", "../{folder}/app.pyz"])
def test_runs_as_by_python(name: str, safe: list[str], options: list[str], folder: Path) -> None:
    words = [name.format(folder=folder.name), "a"]
    native = shown(*safe, *words, typed="", folder=folder)
    debugged = shown(*safe, "-m", "debugger", *options, *words, typed="", folder=folder)
    assert without_addresses(debugged.stdout) == without_addresses(native.stdout)


def without_addresses(text: str) -> str:
    return "".join(line.partition(" object at ")[0] for line in text.splitlines(keepends=True))


@pytest.mark.parametrize("way", WAYS)
def test_stops_and_shows(way: str, folder: Path) -> None:
    commands = ("b pkg/mod.py:3", "b helper", "b __main__.py:6", "c", "c", "c", "where", "up", "c")
    typed = "".join(f"{command}\n" for command in (*commands, "cl 1 2 3", "c"))
    done = shown("-m", "debugger", *WAYS[way], "app.pyz", typed=typed, folder=folder)
    places = [line.split()[-3] for line in done.stdout.splitlines() if line.startswith("* break")]
    assert places == [
        "app.pyz/__main__.py:6",
        "app.pyz/pkg/mod.py:3",
        "app.pyz/pkg/mod.py:9",
        "app.pyz/pkg/mod.py:3",
    ]
    assert STACK in done.stdout
    assert ">   4          total += helper(i)" in done.stdout


@pytest.mark.parametrize("way", WAYS)
def test_a_package_on_the_path(way: str, folder: Path) -> None:
    commands = ("b 4", "c", "b mod.py:2", "b work", "b pkg/mod.py:99", "c", "ll", "c", "c")
    typed = "".join(f"{command}\n" for command in commands)
    done = shown("-m", "debugger", *WAYS[way], "user.py", typed=typed, folder=folder)
    assert "Breakpoint 2 at pkg.zip/pkg/mod.py:2 in work\n" in done.stdout
    assert "Breakpoint 3 at pkg/mod.py:2 in work\n" in done.stdout
    assert "mod.py has 10 lines. The last line that can hold a breakpoint is 10.\n" in done.stdout
    assert "* breakpoint 2 (hit 1), breakpoint 3 (hit 1) " in done.stdout
    assert "     4          total += helper(i)\n     5      return total\n" in done.stdout
    assert done.stdout.endswith("6\n"), sys.version


@pytest.mark.parametrize(
    ("option", "stops"), [("--focus=pkg.zip", True), ("--no-focus=pkg.zip", False)]
)
def test_an_archive_in_focus(option: str, stops: bool, folder: Path) -> None:  # noqa: FBT001
    typed = "b 4\nc\nb mod.py:2\nc\nc\n"
    done = shown("-m", "debugger", option, "user.py", typed=typed, folder=folder)
    assert ("* breakpoint 2" in done.stdout) == stops
    assert ("not in focus" in done.stdout) != stops


@pytest.mark.parametrize("content", [b"", b"PK\3\4 no archive", b"PK\5\6" + b"\0" * 18])
def test_what_is_no_archive_is_a_script(content: bytes, folder: Path) -> None:
    (folder / "broken.pyz").write_bytes(content)
    done = shown("-m", "debugger", "-c", "c", "broken.pyz", typed="", folder=folder)
    assert "debugger/" not in done.stdout
