"""Run a program natively, with an exit before every line that is answered with its own point.

    python -m tests.variants.run_bounced [--count FILE] FILE [ARGUMENTS]

All code of the program is made into variants, nested functions and classes too; `--count` writes
down how many exits there were.  The program sees the same as without.
"""

from __future__ import annotations

import atexit
import linecache
import os
import sys
from collections import Counter
from functools import partial
from types import CodeType
from typing import Any

from debugger.compiled.variants.variant import Answer, Layout, make_variant
from debugger.frames.framecode import FrameCode
from debugger.ui import script

EXITS: Counter[str] = Counter()


def bounce(layout: Layout, arguments: list[Any]) -> Answer:
    """Go on at once where the frame was left."""
    EXITS["exits"] += 1
    index, values, stack, _ = layout.taken_out(arguments, sys._getframe(2))
    return layout.answer(index, values, stack)


def bounced(code: CodeType) -> CodeType:
    """Variants of `code` and of all that it holds."""
    constants = tuple(
        bounced(constant) if isinstance(constant, CodeType) else constant
        for constant in code.co_consts
    )
    framecode = FrameCode(code.replace(co_consts=constants))
    return make_variant(framecode, bounce, range(len(framecode.statements))).code


def run(code: CodeType, namespace: dict[str, Any]) -> None:
    """Run the code of a program to its end, as Python does."""
    try:
        exec(code, namespace)
    except SystemExit:
        raise
    except BaseException as error:
        entry = error.__traceback__
        assert entry is not None
        error.__traceback__ = entry.tb_next
        failure = error
    else:
        return
    script.report(failure)
    script.end(failure)


def write_count(path: str, process: int, exits: Counter[Any]) -> None:
    """Write down how many exits there were, unless this is a forked process."""
    if os.getpid() == process:
        with open(path, "w", encoding="utf-8") as file:
            file.write(str(exits.total()))


def main(words: list[str]) -> None:
    if words[0] == "--count":
        atexit.register(partial(write_count, os.path.abspath(words[1]), os.getpid(), EXITS))
        words = words[2:]
    linecache.clearcache()  # of the text that started us
    program = script.file_program(words[0], words[1:])
    sys.argv = list(program.arguments)
    sys.path[0] = program.folder
    namespace = script.fresh_main(program.attributes)
    try:
        code = program.load()
    except SyntaxError as error:
        error.__traceback__ = None
        failure = error
    else:
        run(bounced(code), namespace)
        return
    script.report(failure)
    script.end(failure)


if __name__ == "__main__":
    main(sys.argv[1:])
