"""What a conformance run has found, as a table on the terminal and in docs/fidelity.md."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from tests.conformance.results import UNEXPLAINED, Comparison, Difference

ROW = re.compile(r"^\| (test_[\w.]+) \|[^|]*\|[^|]*\| (\d+) \|", re.MULTILINE)
"""A row of the table: the file, and how many of its tests differ."""


def headings(engine: str) -> tuple[str, ...]:
    return ("file", "tests", "passed in both", "differ", "native s", f"{engine} s", "trouble")


def show_row(cells: Sequence[str]) -> None:
    name, *numbers, trouble = cells
    print(f"{name:<26}" + "".join(f"{n:>16}" for n in numbers) + f"  {trouble}".rstrip())


def show_difference(difference: Difference, engine: str) -> None:
    native, other = difference.native, difference.interpreted
    print(f"{difference.test}: natively {native.kind}, {engine} {other.kind}")
    print(f"    {difference.why}")
    last = (other.text or native.text).strip().splitlines()[-1:]
    for line in last:
        print(f"    {line[:150]}")


def summary(comparisons: Sequence[Comparison]) -> str:
    tests = sum(c.tests for c in comparisons)
    found = [d for c in comparisons for d in c.differences]
    unexplained = sum(d.why == UNEXPLAINED for d in found)
    same = f"{tests - len(found)} of {tests} tests come out the same"
    return f"{same}; {len(found)} differ, {unexplained} of them unexplained."


def markdown(title: str, engine: str, comparisons: Sequence[Comparison]) -> str:
    """The section of the report for one Python, engine and tier."""
    rows = [headings(engine), ("---", *["---:"] * 5, "---"), *(c.cells() for c in comparisons)]
    table = "\n".join(f"| {' | '.join(row)} |" for row in rows)
    found = [d for c in comparisons for d in c.listed]
    listed = "\n".join(
        f"- `{d.test}`: natively {d.native.kind}, {engine} {d.interpreted.kind}. {d.why}"
        for d in found
    )
    return f"## {title}\n\n{summary(comparisons)}\n\n{table}\n\n{listed}".rstrip() + "\n"


def sections(path: Path) -> tuple[str, dict[str, str]]:
    """What the report begins with, and its sections about CPython's tests, by title."""
    text = path.read_text(encoding="utf-8")
    introduction, *parts = re.split(r"^(?=## CPython )", text, flags=re.MULTILINE)
    return introduction, {part.splitlines()[0].removeprefix("## "): part for part in parts}


def write_report(path: Path, title: str, engine: str, comparisons: Sequence[Comparison]) -> None:
    """Replace a section of the report, or add it."""
    introduction, known = sections(path)
    known[title] = markdown(title, engine, comparisons)
    ordered = [known[key].strip() + "\n" for key in sorted(known, key=_order)]
    path.write_text("\n".join([introduction.strip() + "\n", *ordered]), encoding="utf-8")


def worse(path: Path, title: str, comparisons: Sequence[Comparison]) -> list[str]:
    """The files of which more tests differ than the report says, each as a line of text."""
    rows = {name: int(differ) for name, differ in ROW.findall(sections(path)[1].get(title, ""))}
    return [
        f"{c.name}: {len(c.differences)} differ, {rows[c.name]} in {path.name}"
        for c in comparisons
        if len(c.differences) > rows.get(c.name, len(c.differences))
    ]


def _order(title: str) -> tuple[list[int], str]:
    version, _, rest = title.partition(",")
    return [int(number) for number in re.findall(r"\d+", version)], rest
