"""Becomes one program after the other, each in a fork of what has been imported beforehand.

    python -c TEXT SOCKET STATEMENTS

TEXT is that of this file.  STATEMENTS import what the programs need.  A message on the socket says
what is to run: a folder, the statements, and `sys.argv`; with it come the standard streams.  The
answers are lines: the number of the process and, when it has ended, its status.

The fork leaves the function, so that the program has the stack of a script, and ends as one.
"""

from __future__ import annotations

import os
import sys

LONGEST = 100_000


def awaited() -> str:
    """The statements of the next program, in the fork that is to run them."""
    # No more modules than a program finds in a fresh process, or nearly so.
    import _socket
    import marshal

    channel = _socket.socket(fileno=int(sys.argv[1]))
    while True:
        message, attached, *_ = channel.recvmsg(LONGEST, _socket.CMSG_SPACE(12))
        if not message:
            sys.exit()
        descriptors = memoryview(attached[0][2]).cast("i").tolist()
        process = os.fork()
        if not process:
            break
        for each in descriptors:
            os.close(each)
        channel.send(b"%d\n" % process)
        channel.send(b"%d\n" % os.waitpid(process, 0)[1])
    channel.close()
    for standard, each in enumerate(descriptors):
        os.dup2(each, standard)
        os.close(each)
    folder, statements, sys.argv = marshal.loads(message)  # noqa: S302 - of the tests themselves
    os.chdir(folder)
    if "linecache" in sys.modules:
        # From 3.13 on this text would be shown as that of whatever is called "<string>".
        sys.modules["linecache"].clearcache()
    return str(statements)


exec(sys.argv[2])
exec(awaited())
