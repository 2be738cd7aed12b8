"""`snip`: what is recorded runs again, and the stopped program stays as it is."""

from __future__ import annotations

import os

import pytest

from tests.recording.sessions import SUMS, answers, last_answer, talk


def test_it_begins_where_the_loop_does_and_ends_where_the_program_is(program):
    text, status = talk(
        program(SUMS),
        *("break 5, i == 3", "continue", "snip", "p i, total, seen", "clear 1", "y"),
        *("continue", "p i, total, seen", "next", "snip end", "p i, total, seen", "continue"),
    )
    at_first, at_end = (r.strip() for c, r in answers(text, "replay") if c == "p i, total, seen")
    assert at_first == "(0, 0, [])"
    assert at_end == "(3, 6, [0, 1, 3])"
    assert text.count("the end of the recording") == 2
    assert "debug> p i, total, seen\n(3, 6, [0, 1, 3])\n" in text
    assert text.endswith("(10, [0, 1, 3, 6, 10])\n")
    assert status == 0


def test_commands_given_on_the_same_line_are_for_the_replay(program):
    path = program(SUMS)
    text, status = talk(
        path, "break 5, i == 3", "continue", "snip 2;; p i;; snip end;; p i", "continue"
    )
    assert "\n1\n" in text
    assert "\n3\n" in text
    assert text.index("\n1\n") < text.index("\n3\n")
    assert status == 0


def test_a_call_with_effects_is_not_made_again(program):
    source = """\
        import os
        def work(path):
            for i in range(4):
                os.mkdir(f"{path}.{i}")
                x = i
            return x
        print(work(__file__))
        """
    path = program(source)
    text, status = talk(
        path,
        *("break 5, i == 2", "continue", "snip", "step", "step", "p i", "jump 5", "p i"),
        *("snip end", "continue"),
    )
    assert text.count("posix.mkdir cannot be replayed") == 2
    assert "What was done by posix.mkdir (line 4) cannot be undone." in text
    assert text.endswith("3\n")
    assert status == 0
    assert sorted(os.listdir(os.path.dirname(path)))[1:] == [f"program.py.{i}" for i in range(4)]


def test_a_with_in_focus_is_replayed_and_another_is_not(program):
    source = """\
        class Own:
            def __enter__(self):
                return 5
            def __exit__(self, *error):
                return True
        def work():
            with Own() as five:
                x = five
                raise ValueError
            with open(__file__) as file:
                y = 1
            return x
        print(work())
        """
    text, _ = talk(
        program(source),
        *("break 11", "continue", "snip", "back 5", "p x", "clear", "y", "continue"),
        *("p x", "jump 11", "snip end", "continue"),
    )
    assert "open cannot be replayed" in text
    assert text.endswith("\n5\n")


def test_lists_dicts_objects_and_arrays_of_the_program_stay_as_they_are(program):
    pytest.importorskip("numpy")
    source = """\
        import numpy
        class Body:
            mass = 0
        def work(body, array, table):
            for i in range(6):
                body.mass += i
                array[i] = i * 2.5
                table[i] = i
                i = -i
            return body.mass, array.tolist(), table
        print(work(Body(), numpy.zeros(6), {}))
        """
    looked_at = "p body.mass, array.tolist(), table"
    text, status = talk(
        program(source),
        *("break 9, i == 4", "continue", "snip 2", looked_at, "array[5] = 77.0", "table.clear()"),
        *("body.mass = 1000", "snip end", looked_at, "continue"),
    )
    assert last_answer(text, looked_at) == "(0, [0.0, 0.0, 0.0, 0.0, 0.0, 0.0], {0: 0})"
    before = "(10, [0.0, 2.5, 5.0, 7.5, 10.0, 0.0], {0: 0, 1: 1, 2: 2, 3: 3, 4: 4})"
    assert f"debug> {looked_at}\n{before}" in text
    assert text.endswith(
        "(15, [0.0, 2.5, 5.0, 7.5, 10.0, 12.5], {0: 0, 1: 1, 2: 2, 3: 3, 4: 4, 5: 5})\n"
    )
    assert status == 0


def test_a_replay_within_a_replay_is_refused(program):
    text, _ = talk(
        program(SUMS),
        *("break 5, i == 3", "continue", "snip end", "snip", "snip", "recording off"),
        *("compiled on", "q", "continue"),
    )
    assert "There is no replay to end" in text
    assert text.count("Not in a replay: 'snip end' returns to the program.") == 3


def test_an_end_at_an_error(program):
    source = """\
        def work():
            for i in range(5):
                x = 10 / (3 - i)
        work()
        """
    commands = ("continue", "snip -2", "continue", "p i, x", "snip end", "p i, x", "quit")
    text, _ = talk(program(source), *commands)
    assert "the end of the recording" in text
    assert last_answer(text, "p i, x") == "(3, 10.0)"
    assert text.count("nothing will catch it") == 2


def test_the_end_is_found_after_going_back_further(program):
    source = """\
        def inner(i):
            y = i
            return y
        def work():
            for i in range(9):
                inner(i)
            return i
        work()
        """
    text, _ = talk(
        program(source),
        *("break 3, i == 7", "continue", "clear 1", "snip", "step", "up", "snip end"),
        *("up", "snip -2", "iter -3", "continue", "p i", "back 5", "next", "continue", "p i"),
        *("snip end", "quit"),
    )
    assert [reply.strip() for c, reply in answers(text, "replay") if c == "p i"] == ["7", "7"]
    assert text.count("the end of the recording") == 2


def test_a_replay_in_a_key_function(program):
    source = """\
        def key(x):
            y = x * 2
            y += 1
            return -y
        print(sorted([3, 1, 2], key=key))
        """
    text, _ = talk(
        program(source),
        *("break 4, x == 1", "continue", "snip", "p y", "jump 4", "y = 0"),
        *("snip end", "p y", "continue"),
    )
    assert last_answer(text, "p y") == "2"
    assert text.endswith("debug> p y\n3\ndebug> continue\n[3, 2, 1]\n")


def test_a_replay_that_leaves_the_recording_ends(program):
    source = """\
        def key(x):
            y = x
            if y == 5:
                return 0
            y += 1
            return y
        print(sorted([3, 1, 2], key=key))
        """
    text, _ = talk(
        program(source),
        *("break 6, x == 1", "continue", "snip", "back", "y = 5", "step", "clear 1"),
        *("continue", "p y", "continue"),
    )
    assert "The replay has left what is recorded." in text
    assert text.endswith("debug> p y\n2\ndebug> continue\n[1, 2, 3]\n")


def test_the_end_is_found_where_iterations_are_not_told(program):
    source = """\
        def numbers():
            for k in range(9):
                yield k
        def work():
            for i in numbers():
                for j in {1: 2, 2: 3}:
                    x = i * j
                x = -x
            return i
        work()
        """
    text, _ = talk(
        program(source),
        *("break 8, i == 7", "continue", "clear 1", "y", "snip -1", "continue"),
        *("p i, j", "snip end", "quit"),
    )
    assert last_answer(text, "p i, j") == "(7, 2)"


@pytest.mark.parametrize("loop", ["for i in range(20000)", "while (i := i + 1) < 20000"])
def test_the_end_is_found_behind_machine_code(program, loop):
    source = f"""\
        def work(i):
            total = 0
            {loop}:
                total += i
                total -= 1
            return total
        print(work(-1))
        """
    text, _ = talk(
        program(source),
        *("break 5, i == 19000", "continue", "clear 1", "y", "snip", "p i", "continue", "p i"),
        *("snip end", "continue"),
    )
    first, at_end = [int(reply) for c, reply in answers(text, "replay") if c == "p i"]
    assert first < 19000
    assert at_end == 19000


@pytest.mark.parametrize("loop", ["for i in range(200000)", "while (i := i + 1) < 200000"])
def test_it_begins_and_goes_back_within_machine_code(program, loop):
    source = f"""\
        def work(i):
            total = 0
            {loop}:
                total += i
                total -= 1
            return total
        print(work(-1))
        """
    text, status = talk(
        program(source),
        *("break 5, i == 150000", "continue", "clear 1", "y", "snip 100000", "p i", "continue"),
        *("p i, total", "iter 50", "continue", "p i, total", "snip end", "p i, total", "continue"),
    )
    assert int(last_answer(text, "p i")) in (99_999, 100_000)
    at_end = f"(150000, {sum(range(150_001)) - 150_000})"
    ends = [reply.strip() for c, reply in answers(text, "replay") if c == "p i, total"]
    assert ends == [at_end, at_end]
    assert text.endswith(f"\n{sum(range(200_000)) - 200_000}\n")
    assert status == 0


@pytest.mark.parametrize("inner", ["for j in range(100)", "while (j := j + 1) < 100"])
def test_it_begins_in_loops_within_loops_of_machine_code(program, inner):
    source = f"""\
        def work(n):
            total = 0
            for i in range(n):
                j = -1
                {inner}:
                    total += i * j
            return total
        work(2000)
        """
    text, _ = talk(
        program(source),
        *("break 6, i == 1500 and j == 50", "continue", "clear 1", "y", "p i, j, total"),
        *("snip", "continue", "p i, j, total", "snip end", "snip -3", "p j", "continue"),
        *("p i, j, total", "snip end", "quit"),
    )
    expected = text.split("p i, j, total\n")[1].split("\n")[0]
    ends = [reply.strip() for c, reply in answers(text, "replay") if c == "p i, j, total"]
    assert ends == [expected, expected]
    assert last_answer(text, "p j") in ("46", "47")


def test_options_give_commands_to_the_replay(program):
    given = ("break 5, i == 3", "continue", "snip", "p i", "snip end", "p i", "continue")
    options = [text for command in given for text in ("-c", command)]
    text, status = talk(program(SUMS), options=options)
    assert "\n0\n" in text
    assert text.index("\n0\n") < text.index("\n3\n")
    assert status == 0


def test_a_replay_of_another_thread_and_of_a_coroutine(program):
    source = """\
        import asyncio, threading
        def work(n):
            for i in range(n):
                x = i
        thread = threading.Thread(target=work, args=(5,))
        thread.start()
        thread.join()
        async def later():
            for i in range(3):
                await asyncio.sleep(0)
                x = i
                y = x
            return y
        print(asyncio.run(later()))
        """
    text, status = talk(
        program(source),
        *("break 4, i == 3", "continue", "snip", "continue", "p i", "snip end", "clear 1"),
        *("break 12, i == 1", "continue", "snip", "p x", "continue", "p x", "snip end"),
        *("clear 2", "continue"),
    )
    assert last_answer(text, "p i") == "3"
    assert [reply.strip() for given, reply in answers(text, "replay") if given == "p x"] == [
        "0",
        "1",
    ]
    assert text.endswith("\n2\n")
    assert status == 0
