"""Pages that code has kept are put back where arrays are, and nowhere else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

pytest.importorskip("numpy")

import numpy as np

from debugger.compiled.loops.journal import MOST, PAGE, RECORD, ROOM, Journal, pages
from debugger.compiled.runs.written import put_back_pages

VIEWS: dict[str, Callable[[Any], Any]] = {
    "whole": lambda whole: whole,
    "amid others": lambda whole: whole[77:-301],
    "every other": lambda whole: whole[5::2],
    "backwards": lambda whole: whole[::-1],
    "backwards, every third": lambda whole: whole[::-3],
    "a column": lambda whole: whole[:2000].reshape(400, 5)[:, 3],
    "a block by columns": lambda whole: whole[:2000].reshape(40, 50).T[3:-4, 5:30],
    "one element": lambda whole: whole[1234:1235],
    "not to be assigned": lambda whole: protected(whole[100:2000]),
}


def protected(view: Any) -> Any:
    view.flags.writeable = False
    return view


def kept(array: Any) -> bytes:
    """The pages that an array lies in, as code keeps them."""
    whole = array.base if array.base is not None else array
    start = whole.__array_interface__["data"][0]
    memory = bytes(PAGE) + whole.tobytes() + bytes(PAGE)
    first, last = start // PAGE * PAGE, start + whole.nbytes
    found = b""
    for address in range(first, last, PAGE):
        begin = PAGE + address - start
        found += address.to_bytes(8, "little") + memory[begin : begin + PAGE]
    return found


@pytest.mark.parametrize("dtype", ["float64", "float32", "int16", "bool"])
@pytest.mark.parametrize("name", VIEWS)
def test_only_the_elements_are_put_back(name, dtype) -> None:
    whole = (np.arange(3000) % 251).astype(dtype)
    view = VIEWS[name](whole)
    before, written = view.copy(), kept(whole)
    whole[:] = 1 - whole if dtype != "bool" else ~whole
    expected = whole.copy()
    VIEWS[name](expected).flags.writeable = True
    target = VIEWS[name](expected)
    target.flags.writeable = True
    target[...] = before
    put_back_pages([view], written)
    assert whole.tobytes() == expected.tobytes()
    assert view.tobytes() == before.tobytes()


def test_the_oldest_record_of_a_page_counts() -> None:
    array = np.arange(500.0)
    before = array.tobytes()
    oldest = kept(array)
    array += 1
    later = kept(array)
    array += 1
    assert put_back_pages([array], oldest + later)
    assert array.tobytes() == before


def test_pages_of_nothing_that_is_found_are_told() -> None:
    array = np.arange(500.0)
    assert not put_back_pages([], kept(array))
    assert put_back_pages([np.zeros(0)], b"")


def test_the_newest_page_comes_first() -> None:
    records = [number.to_bytes(8, "little") + bytes([number]) * PAGE for number in (1, 2, 3)]
    found = list(pages(b"".join(records)))
    assert [address for address, _ in found] == [3, 2, 1]
    assert all(bytes(content) == bytes([address]) * PAGE for address, content in found)


@pytest.mark.parametrize(("size", "room"), [(0, 1), (5 * RECORD + 1, 5), (RECORD << 20, MOST)])
def test_there_is_room_for_a_page_and_not_for_more_than_there_is_memory(size, room) -> None:
    journal = Journal()
    journal.limit(size)
    assert journal.memory[ROOM] == room
