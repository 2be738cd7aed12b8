"""Tests under the debugger: what pytest is watched for, once that was asked for."""

from __future__ import annotations

import unittest
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any

import pytest

from debugger.compiled.variants.attaching import AttachedEntries
from debugger.frames.stops import Entered
from debugger.ui.attaching import look_back, stop_next
from debugger.ui.interrupts import Interrupts
from debugger.ui.opening import PROCESS

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator
    from types import CodeType
QUITTING = "Quitting debugger"


class Testing:
    """A plugin: stops where a failing test raises its error, or else looks at that afterwards.

    What pytest itself catches is a failure, whatever it does with it.
    """

    __test__ = False

    def __init__(self, config: pytest.Config) -> None:
        """Open the session where nothing is captured: of input that goes on at the first test."""
        self._config = config
        self._item: pytest.Item | None = None
        self._told: BaseException | None = None
        self._is_quitting = False
        self._staying = ExitStack()
        capturing = config.pluginmanager.getplugin("capturemanager")
        if capturing is not None:
            capturing.suspend_global_capture(in_=True)
        self._session = PROCESS.session
        self._begin()

    def _begin(self) -> None:
        session, engine = self._session, self._session.engine
        engine.raises.ends = self._ends
        # Skipped tests and the like are told by exceptions that are no `Exception`.
        engine.break_on.off("error")
        engine.break_on.on("error", Exception)
        if isinstance(engine.entries, AttachedEntries):
            self._staying.enter_context(engine.active())
            engine.entries.attach()
            session.abandon, session.at_stop = self._quit, Interrupts(session).taken
        self._taken, session.at_stop = session.at_stop, self._at_stop

    @contextmanager
    def _at_stop(self) -> Iterator[None]:
        """At a stop pytest may be amid a line."""
        reporter = self._config.pluginmanager.getplugin("terminalreporter")
        if reporter is not None and reporter.currentfspath is not None:
            # Not by the reporter itself, whose output is captured now.
            self._session.write("")
            reporter.currentfspath = None
        with self._taken():
            yield

    def _quit(self) -> None:
        self._is_quitting = True

    def _ends(self, code: CodeType, error: BaseException) -> bool:
        """Whether an error that has come to some code is the failure of a test."""
        is_failure = id(code) in RUNNERS and self._item is not None and not self._expects(error)
        if is_failure:
            self._told = error
        return is_failure

    def _expects(self, error: BaseException) -> bool:
        assert self._item is not None
        is_xfail = self._item.get_closest_marker("xfail") is not None
        return is_xfail or not isinstance(error, Exception) or isinstance(error, unittest.SkipTest)

    # ------------------------------------------------------------------ hooks

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        """An item, with its fixtures, is run."""
        self._item = item
        try:
            return (yield)
        finally:
            self._item = self._told = None

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_makereport(self) -> None:
        """What is run next is not, once the user has quit."""
        if self._is_quitting:
            self._session.engine.is_quitting = False
            pytest.exit(QUITTING)

    def pytest_exception_interact(self, call: pytest.CallInfo[Any]) -> None:
        """Something has failed: look at it, unless the user has been asked where it was raised."""
        error = None if call.excinfo is None else call.excinfo.value
        if error is None or error is self._told:
            return
        with self._at_stop():
            if not look_back(self._session, error):
                pytest.exit(QUITTING)

    def pytest_unconfigure(self) -> None:
        """The end."""
        self._staying.close()


class Tracing(Testing):
    """Stops at the first line of each test, too."""

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self) -> Generator[None, object, object]:
        """A test is called, after what sets it up."""
        stop_next(self._session, Entered())
        return (yield)


def _runners() -> Iterator[CodeType]:
    """The code that runs what belongs to tests, and catches what that raises."""
    import _pytest.fixtures
    import _pytest.runner
    import pluggy._callers

    yield pluggy._callers._multicall.__code__  # noqa: SLF001
    yield _pytest.fixtures.pytest_fixture_setup.__code__
    yield _pytest.fixtures._teardown_yield_fixture.__code__  # noqa: SLF001
    yield _pytest.runner.CallInfo.from_call.__func__.__code__  # type: ignore[attr-defined]
    yield unittest.TestCase.run.__code__


RUNNERS = {id(code): code for code in _runners()}
"""By id."""
