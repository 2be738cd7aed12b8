"""Run generated programs in every way and compare; in a process of its own, which may crash.

Usage: python -m tests.loops.program_worker STYLE FIRST END WAYS [--shrink]

WAYS are ways to run, see `mismatch`: joined by commas to go all of them with each program, by
slashes to take turns.  Standard output gets a JSON object a line: {"begin": SEED}, and then
{"seed": SEED, "module": BOOL, "mismatch": TEXT, "trips": NUMBER, "seen": COUNTS}.
"""

from __future__ import annotations

import ast
import json
import os
import signal
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import Any

from debugger.frames.engine import Engine
from debugger.frames.evaluation import execute
from debugger.frames.stepping import Continue, Next, Plan, Silent, StepOut
from tests.loops.program_engine import eager
from tests.loops.program_generator import generate
from tests.loops.program_loops import Program
from tests.loops.program_outcome import Outcome, compiled, describe_variables, run
from tests.loops.support import report as loops_report

MOST_STOPS = 60
SECONDS = 20
"""In which a program computes, after which it hangs."""
LONGEST_SHRINKING = 90


# ---------------------------------------------------------------------- stops


@dataclass
class Recorder:
    """Records each stop, and answers as a generator of random numbers wants it.

    The same stops get the same answers: mostly to go on, now and then to step, to change a
    variable, or to remove all breakpoints or set them again.
    """

    program: Program
    random: Random
    engine: Any = None
    stops: list[str] = field(default_factory=list)

    def on_stop(self, stop: Any) -> Plan:
        frame, reason = stop.frame, stop.reason
        failed = [type(error).__name__ for _, error in getattr(reason, "errors", ())]
        said = " ".join([type(reason).__name__, *failed])
        self.stops.append(
            f"{frame.name}:{frame.line} {said} {describe_variables(frame.variables())}"
        )
        if len(self.stops) >= MOST_STOPS:
            self.enable(wanted=False)
            return Continue()
        return self.answer(frame)

    def answer(self, frame: Any) -> Plan:
        choice = self.random.random()
        if choice < 0.1:
            return Next(frame)
        if choice < 0.13:
            return StepOut(frame)
        if choice < 0.18:
            name = self.random.choice(self.program.variables)
            value = self.random.choice(["0", "1.5", "True", "2**63 - 1", "-0.0", "-7", name])
            if name in frame.variables():
                execute(frame, f"{name} = {value}")
        elif choice < 0.2:
            self.enable(wanted=False)
            return Next(frame)
        elif choice < 0.25:
            self.enable(wanted=True)
        return Continue()

    def enable(self, *, wanted: bool) -> None:
        for breakpoint in self.engine.breakpoints:
            self.engine.breakpoints.set_enabled(breakpoint.number, wanted)


def prepare(engine: Any, program: Program, random: Random) -> None:
    """Set the same random breakpoints in each engine."""
    lines = code_lines(program)
    for _ in range(random.randint(1, 3)):
        condition = None
        if random.random() < 0.4:
            names = [*program.variables, "i1", "i2", "n", "absent"]
            name, other = random.choice(names), random.choice(names)
            condition = random.choice(
                [f"{name} == 3", f"{name} > {other}", f"{name} % 5 == 2", f"{name} < 0"]
            )
        engine.breakpoints.add_line(program.path, random.choice(lines), condition=condition)


def code_lines(program: Program) -> list[int]:
    """The lines of the program itself, not those of what stands above it."""
    first = next(
        number
        for number, line in enumerate(program.source.splitlines(), 1)
        if line.startswith(("def f(", "def h", "a = "))
    )
    return [
        node.lineno
        for node in ast.walk(ast.parse(program.source))
        if isinstance(node, ast.stmt) and node.lineno > first
    ]


def with_stops(program: Program, engine: Any, recorder: Recorder) -> tuple[Outcome, list[str]]:
    """Run with random breakpoints: the outcome and the stops."""
    recorder.engine = engine
    compiled(program)
    prepare(engine, program, Random(program.seed))  # noqa: S311 - no secret
    return run(program, engine), recorder.stops


# ---------------------------------------------------------------------- ways to run


def mismatch(program: Program, way: str, seen: Counter[str] | None = None) -> str:
    """How running in some way differs from what it has to be; empty if it does not.

    The ways: `plain`, without compiled loops; `eager`, with them; `stops`, with breakpoints too;
    `fuel1`, leaving them after so many back edges.  `@0` after it is how hard to optimise.
    """
    counted = Counter[str]() if seen is None else seen
    kind, _, level = way.partition("@")
    if kind == "plain":
        return run(program).differences(run(program, Engine(Silent())))
    if kind == "stops":
        recorders = [Recorder(program, Random(program.seed)) for _ in range(2)]  # noqa: S311
        exact, wanted = with_stops(program, Engine(recorders[0]), recorders[0])
        engine = eager(recorders[1], level=int(level or 1))
        outcome, stops = with_stops(program, engine, recorders[1])
        found = differing_stops(wanted, stops) or exact.differences(outcome)
    else:
        fuel = int(kind.removeprefix("fuel")) if kind.startswith("fuel") else 0
        engine = eager(Silent(), fuel=fuel, level=int(level or 1))
        found = run(program).differences(run(program, engine))
    report = loops_report(engine)
    failures = [reason for reason in report.refused if "compiler failed" in reason]
    if kind == "eager":
        counted["native"] += report.iterations
        counted["entries"] += report.entries
        counted.update({f"exit: {reason}": times for reason, times in report.exits.items()})
        counted.update(f"refused: {reason}" for reason in report.refused)
    return found or "".join(failures)


def differing_stops(wanted: list[str], stops: list[str]) -> str:
    """The first stop that is not the same."""
    for index, pair in enumerate(zip(wanted, stops, strict=False)):
        if pair[0] != pair[1]:
            return f"stop {index}: {pair[0]}\n   but: {pair[1]}"
    if len(wanted) != len(stops):
        return f"{len(wanted)} stops but {len(stops)}: {[*wanted, 'end'][len(stops) :][:1]}"
    return ""


class Counting(ast.NodeTransformer):
    """Makes each iteration of a loop append to a list."""

    def visit_loop(self, node: Any) -> Any:
        self.generic_visit(node)
        node.body.insert(0, ast.parse("trips_.append(1)").body[0])
        return node

    visit_For = visit_While = visit_loop  # noqa: N815 - names of ast

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        """The functions that `f` calls find the list among the globals."""
        self.generic_visit(node)
        if node.name == "f":
            node.body.insert(0, ast.parse("globals()['trips_'] = trips_").body[0])
        return node


def trips(program: Program) -> int:
    """How many iterations the loops of the program make together."""
    tree = ast.fix_missing_locations(Counting().visit(ast.parse(program.source)))
    argument = ("trips_", "[]")
    counting = Program(
        program.style,
        program.seed,
        ast.unparse(tree).replace("def f(", "def f(trips_, "),
        (argument, *program.arguments),
        program.variables,
        program.is_module,
    )
    return run(counting).arguments[0].count("1")


# ---------------------------------------------------------------------- shrinking


def verdict(program: Program, way: str) -> str:
    """'same', 'differs', 'crashes' or 'hangs', found out in a fork of this process."""
    child = os.fork()
    if child:
        _, status = os.waitpid(child, 0)
        code = os.waitstatus_to_exitcode(status)
        return {0: "same", 3: "differs", -signal.SIGPROF: "hangs", 4: "fails"}.get(code, "crashes")
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    try:
        os._exit(3 if mismatch(program, way) else 0)
    except BaseException:
        os._exit(4)
    return ""


def shrink(program: Program, way: str) -> Program:
    """Leave out statements as long as the verdict stays what it is."""
    wanted, index, end = verdict(program, way), 0, time.monotonic() + LONGEST_SHRINKING
    while time.monotonic() < end:
        candidate = without_statement(program, index)
        if candidate is None:
            break
        if candidate.source != program.source and verdict(candidate, way) == wanted:
            program = candidate
        else:
            index += 1
    return program


def without_statement(program: Program, index: int) -> Program | None:
    """The program without its statement number `index`, or None if it has not as many."""
    tree = ast.parse(program.source)
    blocks = [
        (node, name, getattr(node, name))
        for node in ast.walk(tree)
        for name in ("body", "orelse", "finalbody")
        if isinstance(getattr(node, name, None), list)
    ]
    places = [(*block, position) for block in blocks for position in range(len(block[2]))]
    if index >= len(places):
        return None
    node, name, statements, position = places[index]
    removed = statements.pop(position)
    if not statements and name == "body" and not isinstance(node, ast.Module):
        statements.append(ast.Pass())
    if isinstance(removed, ast.Pass | ast.FunctionDef):
        return program
    return program.with_source(ast.unparse(ast.fix_missing_locations(tree)) + "\n")


# ---------------------------------------------------------------------- the worker


def examine(program: Program, ways: list[str], *, shrinking: bool) -> dict[str, Any]:
    """What a program did in all ways."""
    seen: Counter[str] = Counter()
    report: dict[str, Any] = {"seed": program.seed, "module": program.is_module, "mismatch": ""}
    for way in ways:
        found = mismatch(program, way, seen)
        if found:
            small = shrink(program, way) if shrinking else program
            found = mismatch(small, way) if shrinking else found
            report["mismatch"] += f"--- {way}\n{found}\n{small}\n"
    is_counted = any(way.startswith("eager") for way in ways)
    return report | {"trips": trips(program) if is_counted else 0, "seen": seen}


def say(message: dict[str, Any]) -> None:
    sys.__stdout__.write(json.dumps(message) + "\n")  # type: ignore[union-attr]
    sys.__stdout__.flush()  # type: ignore[union-attr]


def main() -> None:
    style, first, end, ways, *options = sys.argv[1:]
    for seed in range(int(first), int(end)):
        say({"begin": seed})
        program = generate(style, seed)
        turns = ways.split("/")
        chosen = turns[seed % len(turns)].split(",")
        say(examine(program, chosen, shrinking="--shrink" in options))


if __name__ == "__main__":
    main()
