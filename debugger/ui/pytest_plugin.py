"""The plugin of pytest: `--debugger` and `--debugger-trace`.  PYTEST_DONT_REWRITE.

It is loaded whenever pytest runs, and the debugger itself only when one of these is given.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from debugger.ui.testing import Testing

_NAME = "debugger: testing"


def pytest_addoption(parser: pytest.Parser) -> None:
    """The options."""
    group = parser.getgroup("debugger", "debugger (framedebugger)")
    group.addoption(
        "--debugger",
        action="store_true",
        help="stop where a failing test raises its exception, before anything is unwound",
    )
    group.addoption(
        "--debugger-trace",
        action="store_true",
        help="stop at the first line of each test",
    )


@pytest.hookimpl(trylast=True)
def pytest_configure(config: pytest.Config) -> None:
    """Begin, if that was asked for; capturing is under way already."""
    is_tracing = bool(config.getoption("--debugger-trace"))
    if not (is_tracing or config.getoption("--debugger")):
        return
    if getattr(config.option, "dist", "no") != "no" or hasattr(config, "workerinput"):
        raise pytest.UsageError("--debugger needs the tests in one process: leave out -n.")
    config.pluginmanager.register(_testing(config, is_tracing=is_tracing), _NAME)


def _testing(config: pytest.Config, *, is_tracing: bool) -> Testing:
    from debugger.ui.testing import Testing, Tracing

    return (Tracing if is_tracing else Testing)(config)
