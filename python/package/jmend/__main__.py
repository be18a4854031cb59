"""The program `jmend`: its own main function, which runs in this process."""

from __future__ import annotations

import os
import signal
import sys

from ._jmend import run


def main() -> None:
    """Runs the program with the arguments of this process, and ends with its status."""
    # A descriptor that is closed would be given to the next file, and what is meant for the stream would be written there.
    for descriptor in range(3):
        try:
            os.fstat(descriptor)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
    # The program decides what signals do, and what its own tools inherit; Python would keep Ctrl-C until it ends.
    for name in ("SIGINT", "SIGXFSZ"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_DFL)
    arguments = sys.argv[1:]
    # What this process was started with, but for the arguments: the program starts itself once more to bound a filter.
    before = len(sys.orig_argv) - len(arguments)
    sys.exit(run(["jmend", *arguments], [sys.executable, *sys.orig_argv[1:before]]))


if __name__ == "__main__":
    main()
