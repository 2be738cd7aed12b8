"""Begins and ends what the processes of a test session share; keeps out of the user's folders."""

from __future__ import annotations

import gc
import os

import pytest

from tests import shared


def pytest_configure(config: pytest.Config) -> None:
    if not is_started_by_another(config):
        shared.begin()


def pytest_unconfigure(config: pytest.Config) -> None:
    if not is_started_by_another(config):
        shared.end()


def is_started_by_another(config: pytest.Config) -> bool:
    """Whether this is one of several processes that do the tests together."""
    return hasattr(config, "workerinput")


def pytest_collection_finish() -> None:
    """Leave the objects of the tests themselves alone.

    There are many, and whoever sets a breakpoint in a running program goes over all objects.
    """
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session", autouse=True)
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Variants, and what is remembered, are kept in folders of this process."""
    os.environ["XDG_CACHE_HOME"] = str(tmp_path_factory.mktemp("cache"))
    os.environ["XDG_STATE_HOME"] = str(tmp_path_factory.mktemp("state"))
