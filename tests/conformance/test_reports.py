"""The report of a run: its sections, what is worse than they say, and what a tier requires."""

from __future__ import annotations

import unittest

import pytest

from tests.conformance import report
from tests.conformance.driver import without
from tests.conformance.results import (
    UNEXPLAINED,
    Comparison,
    Difference,
    Outcome,
    Reason,
    Run,
    left_out,
    read_reasons,
)
from tests.conformance.run import ENGINES, REASONS, REPORT, failed
from tests.conformance.tiers import read_tiers

TITLE = "CPython 3.11.7, compiled, tier A"
PASSED, FAILED = Outcome("passed"), Outcome("failed")


def comparison(tests, differing, why="known", trouble=""):
    names = [f"test.test_with.T.test_{number}" for number in range(tests)]
    found = tuple(Difference(name, PASSED, FAILED, why) for name in names[:differing])
    native = Run(dict.fromkeys(names, PASSED), 1.0)
    other = Run({**dict.fromkeys(names, PASSED), **dict.fromkeys(names[:differing], FAILED)}, 1.0)
    return Comparison("test_with", native, Run(other.outcomes, 1.0, trouble), found)


def ids(suite):
    for each in suite:
        yield from ids(each) if isinstance(each, unittest.TestSuite) else [each.id()]


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "fidelity.md"
    path.write_text("# Fidelity\n\nText.\n", encoding="utf-8")
    return path


def test_sections_are_replaced_and_in_order(path):
    for title in ("CPython 3.13.0, compiled, tier A", TITLE, "CPython 3.11.7, compiled, tier B"):
        report.write_report(path, title, "compiled", [comparison(9, 1)])
    report.write_report(path, TITLE, "compiled", [comparison(5, 0)])
    introduction, sections = report.sections(path)
    assert introduction == "# Fidelity\n\nText.\n\n"
    assert [*sections] == [
        TITLE,
        "CPython 3.11.7, compiled, tier B",
        "CPython 3.13.0, compiled, tier A",
    ]
    assert "5 of 5 tests" in sections[TITLE]


@pytest.mark.parametrize(
    ("before", "now", "is_worse"), [(1, 2, True), (1, 1, False), (2, 1, False)]
)
def test_what_differs_more_than_in_the_report_is_worse(path, before, now, is_worse):
    report.write_report(path, TITLE, "compiled", [comparison(9, before)])
    found = report.worse(path, TITLE, [comparison(9, now)])
    assert found == ([f"test_with: {now} differ, {before} in fidelity.md"] if is_worse else [])
    assert not report.worse(path, "CPython 3.11.7, compiled, tier C", [comparison(9, now)])


@pytest.mark.parametrize(
    ("found", "same", "has_failed"),
    [
        (comparison(100, 0), 1.0, False),
        (comparison(100, 2), 0.98, False),
        (comparison(100, 3), 0.98, True),
        (comparison(100, 1, UNEXPLAINED), 0.98, True),
        (comparison(100, 0, trouble="timed out"), 0.98, True),
    ],
)
def test_what_a_tier_requires(found, same, has_failed):
    assert failed([found], same) == has_failed


def test_the_report_has_no_section_of_an_engine_or_tier_that_is_not_there():
    for title in report.sections(REPORT)[1]:
        _, engine, tier = title.split(", ")
        assert engine in ENGINES
        assert tier.removeprefix("tier ") in read_tiers()
    assert read_reasons(REASONS)


def test_files_are_in_one_tier():
    files = [file for tier in read_tiers().values() for file in tier.files]
    assert len(files) == len({*files})
    assert "test_monitoring" not in read_tiers()["C"].files_on("3.11.7")
    assert "test_monitoring" in read_tiers()["C"].files_on("3.12.1")


def test_tests_are_left_out_by_their_ids():
    class Tests(unittest.TestCase):
        def test_one(self):
            pass

        def test_other(self):
            pass

    suite = unittest.TestSuite([unittest.defaultTestLoader.loadTestsFromTestCase(Tests)])
    one, other = ids(suite)
    assert [*ids(without(suite, {one}))] == [other]


def test_what_an_engine_leaves_out():
    reasons = [
        Reason(("a",), "slow", ("3.12",), ("bounce",)),
        Reason(("b",), "slow", (), ("bounce", "eager")),
        Reason(("c",), "differs", ()),
    ]
    assert left_out("bounce", "3.12.1", reasons) == ("a", "b")
    assert left_out("bounce", "3.11.7", reasons) == ("b",)
    assert left_out("compiled", "3.12.1", reasons) == ()
