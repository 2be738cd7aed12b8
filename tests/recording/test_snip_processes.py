"""`snip` makes a process of its own: what that must not do to the one that is stopped."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

from tests.recording.sessions import SUMS, last_answer, talk


def test_output_is_not_doubled(program):
    text, _ = talk(
        program(SUMS),
        *("break 5, i == 3", "continue", "snip 2", "break 4", "continue", "continue"),
        *("snip end", "continue"),
    )
    assert [text.count(f"round {i}\n") for i in range(5)] == [1] * 5
    assert "breakpoint 2 (hit 2)" in text


def test_buffered_output_is_not_doubled(program):
    source = """\
        import sys
        sys.stdout.write("be" "gun ")
        sys.stderr.write("wa" "rned ")
        file = open(__file__ + ".out", "w")
        file.write("on" "ce ")
        def work():
            x = 1
            x = 2
            x = 3
        work()
        print("done")
        file.close()
        print(open(file.name).read())
        """
    commands = ("break 9", "continue", "snip", "next", "del file", "snip end", "continue")
    text, status = talk(program(source), *commands)
    assert [text.count(word) for word in ("begun ", "warned ", "once ")] == [1, 1, 1]
    assert status == 0


def test_what_is_printed_at_the_prompt_is_seen(program):
    text, _ = talk(
        program(SUMS),
        *("break 5, i == 3", "continue", "snip", "print('mine', i)", "snip end", "continue"),
    )
    assert last_answer(text, "print('mine', i)") == "mine 0"


def test_the_end_of_the_input_ends_the_replay_and_then_the_program(program):
    text, status = talk(program(SUMS), "break 5, i == 3", "continue", "snip")
    assert [text.count(f"round {i}\n") for i in range(5)] == [1, 1, 1, 0, 0]
    assert text.count("breakpoint 1: i == 3 (hit 1)") == 2
    assert status == 0


def test_the_status_of_the_program_is_its_own(program):
    source = """\
        import atexit, sys
        atexit.register(print, "at " "exit")
        x = 1
        x = 2
        x = 3
        sys.exit(7)
        """
    text, status = talk(program(source), "break 6", "continue", "snip", "snip end", "continue")
    assert text.count("at exit") == 1
    assert status == 7


def test_a_replay_that_dies(program):
    text, status = talk(
        program(SUMS),
        *("break 5, i == 3", "continue", "snip", "import os", "os.kill(os.getpid(), 9)"),
        *("p i", "snip", "import os", "os._exit(3)", "continue"),
    )
    assert "The replay has broken off (SIGKILL). The program is as it was." in text
    assert "The replay has broken off (exit status 3). The program is as it was." in text
    assert "debug> p i\n3\n" in text
    assert text.endswith("(10, [0, 1, 3, 6, 10])\n")
    assert status == 0


def test_other_threads_are_named(program):
    source = """\
        import threading
        done = threading.Event()
        threading.Thread(target=done.wait, name="waiter").start()
        x = 1
        x = 2
        done.set()
        """
    text, status = talk(program(source), "break 6", "continue", "snip", "snip end", "continue")
    assert "The replay is of this thread only, without waiter." in text
    assert status == 0


def test_memory_that_is_shared_is_not_written(program):
    source = """\
        import mmap
        shared = mmap.mmap(-1, 4096)
        x = 1
        x = 2
        """
    text, _ = talk(program(source), "break 4", "continue", "snip", "continue")
    assert "The program shares memory" in text


def test_handlers_of_the_program_are_not_called(program):
    source = """\
        import signal
        signal.signal(signal.SIGCHLD, lambda *_: print("a " "child"))
        signal.signal(signal.SIGINT, lambda *_: print("inter" "rupted"))
        x = 1
        x = 2
        signal.raise_signal(signal.SIGINT)
        """
    text, status = talk(program(source), "break 5", "continue", "snip", "snip end", "continue")
    assert "a child" not in text
    assert text.count("interrupted\n") == 1
    assert status == 0


def test_an_interrupt_stops_the_replay_only(program):
    source = """\
        def work():
            x, y = 1, 0
            x = 2
            while x == 1:
                y += 1
            return x
        print(work())
        """
    with subprocess.Popen(
        [sys.executable, "-m", "debugger", "--no-compiled-frames", program(source)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("break 6\ncontinue\nclear 1\ny\nsnip\njump 3\nx = 1\njump 4\n")
        process.stdin.write("continue\np x\nsnip end\np x\ncontinue\n")
        process.stdin.flush()
        shown = ""
        while "replay> continue" not in shown:
            read = process.stdout.read(1)
            assert read, shown
            shown += read
        time.sleep(1)
        os.killpg(process.pid, signal.SIGINT)
        shown += process.communicate(timeout=120)[0]
    assert "paused" in shown
    assert "replay> p x\n1\n" in shown
    assert "debug> p x\n2\n" in shown
    assert shown.endswith("2\n")
    assert process.returncode == 0
