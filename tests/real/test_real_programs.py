"""Programs that were not written for these tests do the same natively and interpreted.

Each runs natively and under `--interpret`, with itself in focus, in fresh processes; standard
output, standard error and exit status have to be the same to the byte.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import sysconfig
from itertools import zip_longest
from pathlib import Path

import pygments.lexers
import pytest

from debugger.frames.engine import Engine
from debugger.frames.focus import Focus
from debugger.frames.stepping import Silent
from tests.real.workload import WORKLOADS, main

ROOT = Path(__file__).resolve().parent.parent.parent
WORKLOAD = Path(__file__).with_name("workload.py")
TIMEOUT = 300

JSON_RECORDS = 500


def run(folder: Path, *words: str) -> dict[str, bytes]:
    """What Python does with these words in an empty folder."""
    folder.mkdir()
    done = subprocess.run(
        [sys.executable, *words],
        cwd=folder,
        env=environment(),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=TIMEOUT,
        check=False,
    )
    return {"output": done.stdout, "errors": done.stderr, "status": b"%d" % done.returncode}


def environment() -> dict[str, str]:
    """That of the tests, without what changes output."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    return kept | {"PYTHONHASHSEED": "0", "PYTHONUTF8": "1", "PYTHONPATH": str(ROOT)}


def same_output(tmp_path: Path, focus: str, *words: str) -> bytes:
    """Assert that a program succeeds and does the same both ways; its output."""
    native = run(tmp_path / "native", *words)
    interpret = ("-m", "debugger", "--interpret", "--focus", focus)
    interpreted = run(tmp_path / "interpreted", *interpret, *words)
    for name, expected in native.items():
        found = interpreted[name]
        assert expected == found, f"{name}: {first_difference(expected, found)}"
    assert native["status"] == b"0", native["errors"].decode()
    return native["output"]


def first_difference(expected: bytes, found: bytes) -> str:
    """Where they part; a diff of outputs of this size would take longer than the programs."""
    pairs = zip_longest(expected.splitlines(), found.splitlines())
    for number, (natively, interpreted) in enumerate(pairs, 1):
        if natively != interpreted:
            return f"line {number} is natively {natively!r}, interpreted {interpreted!r}"
    return "line ends"


def test_pygments_highlights_its_largest_lexer(tmp_path: Path):
    folder = Path(pygments.lexers.__file__).parent
    # Those with an underscore hold words, no lexer.
    lexers = [path for path in folder.glob("*.py") if not path.name.startswith("_")]
    largest = max(lexers, key=lambda path: path.stat().st_size)
    options = ("-O", "full,linenos=table", "-f", "html", "-l", "python")
    page = same_output(tmp_path, "pygments", "-m", "pygments", *options, str(largest))
    assert page.count(b"<span") > 10_000


def test_json_tool(tmp_path: Path):
    file = tmp_path / "records.json"
    file.write_text(json.dumps([record(seed) for seed in range(JSON_RECORDS)]))
    options = ("--sort-keys", "--indent", "3")
    pretty = same_output(tmp_path, "stdlib", "-m", "json.tool", *options, str(file))
    assert json.loads(pretty) == json.loads(file.read_text())


def record(seed: int) -> dict[str, object]:
    source = random.Random(seed)  # noqa: S311
    return {
        "id": seed,
        "name": "".join(chr(source.randrange(32, 0x2FF)) for _ in range(12)),
        "scores": [source.uniform(-1e9, 1e9) for _ in range(5)],
        "tags": {f"tag {n}": source.choice([None, True, False, n]) for n in range(4)},
        "nested": [[], {}, [[seed], {"empty": ""}]],
    }


def test_tokenize(tmp_path: Path):
    module = Path(sysconfig.get_path("stdlib"), "_pydecimal.py")
    tokens = same_output(tmp_path, "stdlib", "-m", "tokenize", "--exact", str(module))
    assert tokens.count(b"\n") > 20_000


@pytest.mark.parametrize("name", WORKLOADS)
def test_benchmark_of_pyperformance(name: str, tmp_path: Path):
    assert same_output(tmp_path, "pyperformance", str(WORKLOAD), name)


def test_what_is_in_focus_is_interpreted(monkeypatch, capsys):
    for name in ("pyperf", "program_fannkuch"):  # which the workload puts there
        monkeypatch.setitem(sys.modules, name, None)
    engine = Engine(Silent(), Focus(add=["pyperformance"]))
    engine.call(main, "fannkuch")
    assert capsys.readouterr().out.split() == ["2", "4", "7", "10", "16", "22"]
    assert ("bm_fannkuch", "fannkuch") in {
        (Path(found.code.co_filename).parent.name, found.code.co_name)
        for found in engine.framecodes()
    }
