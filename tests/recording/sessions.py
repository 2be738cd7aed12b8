"""Sessions of the debugger with a program in a file: commands go in, text comes out."""

from __future__ import annotations

import subprocess
import sys

SUMS = """\
    def work(n):
        total, seen = 0, []
        for i in range(n):
            total += i
            seen.append(total)
            print("round", i)
        return total, seen

    print(work(5))
    """
"""Line 4 is the first of the loop, line 6 prints."""


def talk(path, *commands, options=()):
    """The output of a session in which all is recorded, and its exit status."""
    done = subprocess.run(
        [sys.executable, "-m", "debugger", "--no-compiled-frames", *options, path],
        input="".join(f"{command}\n" for command in commands),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=60,
        check=False,
    )
    return done.stdout, done.returncode


def answers(text, prompt):
    """What was answered to each command given at a prompt, as (command, answer)."""
    parts = text.split(f"{prompt}> ")[1:]
    return [tuple(part.split("debug> ")[0].split("replay> ")[0].split("\n", 1)) for part in parts]


def last_answer(text, command):
    """What was answered to a command at the prompt of a replay, the last time."""
    found = [reply for given, reply in answers(text, "replay") if given == command]
    return found[-1].strip()
