"""What the runs of packages have found, as a table on the terminal and in docs/packages.md."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.conformance.results import MISSING, Difference, Run


@dataclass(frozen=True, slots=True)
class Result:
    """The tests of one package: run natively, and by way run otherwise, with what differs."""

    name: str
    native: Run
    runs: Mapping[str, Run]
    differences: Mapping[str, tuple[Difference, ...]]

    @property
    def passed(self) -> int:
        return sum(outcome.kind == "passed" for outcome in self.native.outcomes.values())

    @property
    def trouble(self) -> str:
        all_runs = {"native": self.native, **self.runs}
        return "; ".join(f"{way} {run.trouble}" for way, run in all_runs.items() if run.trouble)

    @property
    def listed(self) -> tuple[Difference, ...]:
        """The differences worth a line each: not the tests behind a crash."""
        return tuple(
            each
            for way, found in self.differences.items()
            for each in found
            if not self.runs[way].trouble or each.interpreted is not MISSING
        )

    @property
    def has_failed(self) -> bool:
        return bool(self.trouble) or any(each.why == "unexplained" for each in self.listed)

    def cells(self, ways: Sequence[str]) -> tuple[str, ...]:
        """The row of the table; there is nothing for ways in which the tests were not run."""
        differ = [str(len(self.differences[way])) if way in self.runs else "" for way in ways]
        seconds = [f"{self.runs[way].seconds:.1f}" if way in self.runs else "" for way in ways]
        counts = str(len(self.native.outcomes)), str(self.passed)
        return (self.name, *counts, *differ, f"{self.native.seconds:.1f}", *seconds, self.trouble)


def headings(ways: Sequence[str]) -> tuple[str, ...]:
    differ = (f"differ {way}" for way in ways)
    seconds = (f"{way} s" for way in ("native", *ways))
    return ("package", "tests", "passed", *differ, *seconds, "trouble")


def show_row(cells: Sequence[str]) -> None:
    name, *numbers, trouble = cells
    print(f"{name:<18}" + "".join(f"{number:>20}" for number in numbers) + f"  {trouble}".rstrip())


def show_difference(difference: Difference) -> None:
    print(line(difference))
    text = difference.interpreted.text or difference.native.text
    for last in text.strip().splitlines()[-1:]:
        print(f"    {last[:150]}")


def line(difference: Difference) -> str:
    native, debugged = difference.native.kind, difference.interpreted.kind
    return f"`{difference.test}`: natively {native}, debugged {debugged}. {difference.why}"


def summary(results: Sequence[Result]) -> str:
    tests = sum(len(result.native.outcomes) for result in results)
    found = [each for result in results for each in result.listed]
    unexplained = sum(each.why == "unexplained" for each in found)
    return f"{tests} tests; {len(found)} outcomes differ, {unexplained} of them unexplained."


INTRODUCTION = """\
# Packages

The tests of packages from the index, run by pytest: natively, under the debugger as compiled
frames (its default), and with every function of theirs interpreted, whoever calls it. The packages
and their tests are in focus; pytest and what else they need is not. `make packages` repeats a run.
"""


def write_report(path: Path, version: str, ways: Sequence[str], results: Sequence[Result]) -> None:
    """Replace the section of one Python in the report, or add it."""
    old = path.read_text(encoding="utf-8") if path.exists() else INTRODUCTION
    introduction, *parts = re.split(r"^(?=## CPython )", old, flags=re.MULTILINE)
    sections = {part.split()[2]: part.strip() + "\n" for part in parts}
    sections[version] = markdown(version, ways, results)
    ordered = [sections[key] for key in sorted(sections, key=_numbers)]
    path.write_text("\n".join([introduction.strip() + "\n", *ordered]), encoding="utf-8")


def markdown(version: str, ways: Sequence[str], results: Sequence[Result]) -> str:
    """The section of the report for one Python."""
    names = headings(ways)
    rules = ("---", *["---:"] * (len(names) - 2), "---")
    rows = [names, rules, *(result.cells(ways) for result in results)]
    table = "\n".join(f"| {' | '.join(row)} |" for row in rows)
    listed = "\n".join(f"- {line(each)}" for result in results for each in result.listed)
    return f"## CPython {version}\n\n{summary(results)}\n\n{table}\n\n{listed}".rstrip() + "\n"


def _numbers(version: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", version)]
