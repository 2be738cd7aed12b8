"""What a conformance run has found, as a table on the terminal and in docs/fidelity.md."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from tests.conformance.results import Comparison, Difference

HEADINGS = ("file", "tests", "passed in both", "differ", "native s", "interpreted s", "trouble")


def show_row(cells: Sequence[str]) -> None:
    name, *numbers, trouble = cells
    print(f"{name:<26}" + "".join(f"{n:>16}" for n in numbers) + f"  {trouble}".rstrip())


def show_difference(difference: Difference) -> None:
    native, interpreted = difference.native, difference.interpreted
    print(f"{difference.test}: natively {native.kind}, interpreted {interpreted.kind}")
    print(f"    {difference.why}")
    last = (interpreted.text or native.text).strip().splitlines()[-1:]
    for line in last:
        print(f"    {line[:150]}")


def summary(comparisons: Sequence[Comparison]) -> str:
    tests = sum(c.tests for c in comparisons)
    found = [d for c in comparisons for d in c.differences]
    unexplained = sum(d.why == "unexplained" for d in found)
    same = f"{tests - len(found)} of {tests} tests come out the same"
    return f"{same}; {len(found)} differ, {unexplained} of them unexplained."


def markdown(version: str, comparisons: Sequence[Comparison]) -> str:
    """The section of the report for one Python."""
    rows = [HEADINGS, ("---", *["---:"] * 5, "---"), *(c.cells() for c in comparisons)]
    table = "\n".join(f"| {' | '.join(row)} |" for row in rows)
    found = [d for c in comparisons for d in c.listed]
    listed = "\n".join(
        f"- `{d.test}`: natively {d.native.kind}, interpreted {d.interpreted.kind}. {d.why}"
        for d in found
    )
    return f"## CPython {version}\n\n{summary(comparisons)}\n\n{table}\n\n{listed}".rstrip() + "\n"


INTRODUCTION = """\
# Fidelity

CPython's own tests, run natively and under the interpreter with everything in focus: the test
modules, `unittest` and the rest of the standard library. `make conformance` repeats a run.
"""


def write_report(path: Path, version: str, comparisons: Sequence[Comparison]) -> None:
    """Replace the section of one Python in the report, or add it."""
    old = path.read_text(encoding="utf-8") if path.exists() else INTRODUCTION
    introduction, *parts = re.split(r"^(?=## CPython )", old, flags=re.MULTILINE)
    sections = {part.split()[2]: part.strip() + "\n" for part in parts}
    sections[version] = markdown(version, comparisons)
    ordered = [sections[key] for key in sorted(sections, key=_numbers)]
    path.write_text("\n".join([introduction.strip() + "\n", *ordered]), encoding="utf-8")


def _numbers(version: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", version)]
