"""Thousands of breakpoints: what is done for each of them does not grow with how many there are.

Work is counted, not timed.
"""

from __future__ import annotations

import os
from _thread import get_ident
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from debugger.compiled.variants.installing import CompiledEntries
from debugger.frames import breakpoints, functions
from debugger.frames.engine import Engine
from debugger.frames.framecode import FrameCode
from debugger.frames.interpreted_entries import InterpretedEntries
from debugger.frames.recording import segments
from debugger.frames.recording.marking import mark_at
from debugger.frames.stepping import Continue, Plan
from debugger.frames.stops import Hit, Stop
from tests.ui.shell import shown

ENTRIES = {"compiled": CompiledEntries, "interpreted": InterpretedEntries}
MANY = 300


@pytest.fixture(autouse=True)
def _one_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where other threads run on, what runs natively is told at once; here are those of pytest."""
    monkeypatch.setattr(breakpoints, "threads", lambda: [get_ident()])


def long_function(lines: int) -> str:
    body = "".join(f"    x += {number % 7}\n" for number in range(lines))
    return f"def long(x):\n{body}    return x\nprint(long(1))\n"


def many_functions(count: int) -> str:
    made = "".join(f"def f{n}(x):\n    y = x\n    return y + 1\n" for n in range(count))
    return f"{made}x = 0\nfor f in [{', '.join(f'f{n}' for n in range(count))}]:\n    x = f(x)\n"


class Sets:
    """At the first stop sets breakpoints in lines; goes on from there, and from every hit."""

    def __init__(self, path: Path, lines: list[int], condition: str | None) -> None:
        self.path, self.lines, self.condition = path, lines, condition
        self.engine: Engine
        self.hits: list[int] = []
        self.is_set = False

    def on_stop(self, stop: Stop) -> Plan:
        with self.engine.not_stopping():
            if isinstance(stop.reason, Hit):
                self.hits.append(stop.frame.line or 0)
            elif not self.is_set:
                self.is_set = True
                for line in self.lines:
                    self.engine.breakpoints.add_line(str(self.path), line, condition=self.condition)
                    found = [*self.engine.breakpoints][-1]
                    assert not self.engine.breakpoints.is_out_of_reach(found)
        return Continue()


def work_of(
    folder: Path,
    source: str,
    lines: list[int],
    entries: Any,
    condition: str | None = None,
) -> tuple[Counter[str], list[int]]:
    """How often what is expensive was done, and the lines that were stopped at."""
    path = folder / f"program{len(lines)}.py"
    path.write_text(source, "utf-8")
    listener = Sets(path, lines, condition)
    engine = listener.engine = Engine(listener, make_entries=entries)
    counts: Counter[str] = Counter()

    def counting(owner: Any, name: str) -> None:
        original = getattr(owner, name)

        def counted(*arguments: Any, **more: Any) -> Any:
            counts[name] += 1
            return original(*arguments, **more)

        patch.setattr(owner, name, counted)

    with pytest.MonkeyPatch.context() as patch:
        counting(functions, "every")
        counting(breakpoints, "generators")
        counting(os.path, "realpath")
        counting(FrameCode, "__init__")
        if isinstance(engine.entries, CompiledEntries):
            counting(engine.entries.leave, "variant")
        code = compile(source, str(path), "exec", dont_inherit=True)
        engine.run_code(code, {"__name__": "__main__"}, stop_first=True)
    return counts, listener.hits


@pytest.mark.parametrize("way", ENTRIES)
@pytest.mark.parametrize("condition", [None, "x < 0", "x == 1 or None"])
def test_in_one_function(way: str, condition: str | None, tmp_path: Path, capsys: Any) -> None:
    few, many = (
        work_of(
            tmp_path,
            long_function(MANY),
            list(range(2, 2 + count)),
            ENTRIES[way],
            condition,
        )
        for count in (10, MANY)
    )
    assert few[0] == many[0]
    assert many[1] == {None: list(range(2, 2 + MANY)), "x < 0": []}.get(condition, [2, 3])
    assert len(set(capsys.readouterr().out.split())) == 1


@pytest.mark.parametrize("way", ENTRIES)
def test_in_many_functions(way: str, tmp_path: Path) -> None:
    lines = [line for n in range(MANY) for line in (3 * n + 2, 3 * n + 3)]
    counts, hits = work_of(tmp_path, many_functions(MANY), lines, ENTRIES[way])
    assert hits == lines
    # Each function and the module once, where they are taken in.
    assert counts["variant"] <= MANY + 1
    assert counts["__init__"] == MANY + 1
    assert counts["every"] < 10
    assert counts["realpath"] < 10


def test_breakpoints_in_a_function_that_has_run_are_variants_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = f"{long_function(MANY)}breakpoint_here = 1\nlong(1)\n"
    path = tmp_path / "program.py"
    path.write_text(source, "utf-8")
    engine: Engine
    variants: list[object] = []

    class Twice:
        def on_stop(self, stop: Stop) -> Plan:
            with engine.not_stopping():
                if stop.frame.line == MANY + 4:
                    variants.clear()
                    for line in range(2, 2 + MANY):
                        engine.breakpoints.add_line(str(path), line, condition="x < 0")
                    assert not variants
                elif not isinstance(stop.reason, Hit):
                    engine.breakpoints.add_line(str(path), MANY + 4)
            return Continue()

    engine = Engine(Twice(), make_entries=CompiledEntries)
    assert isinstance(engine.entries, CompiledEntries)
    original = engine.entries.leave.variant

    def variant(*arguments: Any) -> Any:
        variants.append(arguments)
        return original(*arguments)

    monkeypatch.setattr(engine.entries.leave, "variant", variant)
    code = compile(source, str(path), "exec", dont_inherit=True)
    engine.run_code(code, {"__name__": "__main__"}, stop_first=True)
    assert len(variants) == 2  # that of the function and of the module around it


def test_a_long_function_is_looked_over_once_for_all_its_steps(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    framecode = FrameCode(compile(long_function(MANY), "<long>", "exec").co_consts[0])
    looked: list[FrameCode] = []
    original = segments._comprehended

    def comprehended(framecode: FrameCode, around: dict[int, int]) -> frozenset[int]:
        looked.append(framecode)
        return original(framecode, around)

    monkeypatch.setattr(segments, "_comprehended", comprehended)
    for pc in range(len(framecode.statements)):
        mark_at(framecode, pc, ())
    assert len(looked) == 1


@pytest.mark.parametrize("options", [(), ("--no-compiled-frames",)], ids=ENTRIES)
def test_thousands(options: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(long_function(10_000), "utf-8")
    typed = "".join(f"b {line}, x < 0\n" for line in range(2, 2_002))
    done = shown("-m", "debugger", *options, "program.py", typed=f"{typed}c\nc\n", folder=tmp_path)
    assert "Breakpoint 2000 at program.py:2001 in long, if x < 0\n" in done.stdout
    assert done.stdout.endswith("29995\n")


BEGINS_A_THREAD = """\
import threading
def work():
    x = 1
    return x
def main():
    return work
main()
"""


@pytest.mark.parametrize("option", [(), ("--no-compiled-frames",)], ids=[*ENTRIES])
def test_a_thread_begun_at_the_stop_finds_what_was_set_there(option, tmp_path):
    (tmp_path / "program.py").write_text(BEGINS_A_THREAD, "utf-8")
    typed = "b 6\nc\nb 4\np threading.Thread(target=work).start()\nc\np 'in thread', x\nc\n"
    done = shown("-m", "debugger", *option, "program.py", typed=typed, folder=tmp_path)
    assert "('in thread', 1)" in done.stdout, done.stdout
