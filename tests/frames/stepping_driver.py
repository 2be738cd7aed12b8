"""Run one program once per stepping plan, giving that plan at every stop, and report what it did.

Usage: stepping_driver.py PROGRAM

Each run is a fork of this process, in a folder made anew.  Standard output gets a JSON object:
plan -> [standard output, standard error, exit status, how often it stopped].
"""

from __future__ import annotations

import json
import os
import shutil
import sys
from pathlib import Path
from typing import Any

from debugger.frames import stepping
from debugger.frames.engine import Engine
from debugger.ui import script

PLANS = [
    "Next",
    "Step",
    "StepOut",
    "Return",
    "Until",
    "NextCall",
    "StepLast",
    "StepExpression",
    "StepIn",
    "Continue",
]


class Always:
    """Answers every stop with the same plan."""

    def __init__(self, plan: type[Any], counter: Path) -> None:
        self.plan = plan
        self.counter = os.open(counter, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)

    def on_stop(self, stop: Any) -> stepping.Plan:
        os.write(self.counter, b".")
        made: stepping.Plan = (
            self.plan() if self.plan is stepping.Continue else self.plan(stop.frame)
        )
        return made


def fork(program: Path, outputs: list[Path]) -> bool:
    """Start a run; False in the run itself, whose output goes to files, True when it has ended."""
    sys.stdout.flush()
    child = os.fork()
    if child:
        _, status = os.waitpid(child, 0)
        outputs[2].write_text(str(os.waitstatus_to_exitcode(status)))
        return True
    for descriptor, output in enumerate(outputs[:2], 1):
        opened = os.open(output, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(opened, descriptor)
        os.close(opened)
    os.chdir(program.parent)
    return False


def make_afresh(folder: Path, name: str, source: bytes) -> Path:
    """The program as the only file of its folder."""
    shutil.rmtree(folder)
    folder.mkdir()
    (folder / name).write_bytes(source)
    return folder / name


def main() -> None:
    path = Path(sys.argv[1]).absolute()
    source, results = path.read_bytes(), {}
    outputs = [path.parent.parent / name for name in ("stdout", "stderr", "status", "stops")]
    for plan in PLANS:
        program = make_afresh(path.parent, path.name, source)
        if not fork(program, outputs):
            engine = Engine(Always(getattr(stepping, plan), outputs[3]))
            started = script.file_program(program.name, [])
            script.run(started, engine, script.stopping_first)
            return
        *texts, stops = [output.read_text(errors="backslashreplace") for output in outputs]
        results[plan] = [*texts, len(stops)]
    print(json.dumps(results))


if __name__ == "__main__":
    main()
