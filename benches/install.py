#!/usr/bin/env python3
"""How long a clone takes to build: the program of the README's first command, the Python package, and the Node module.

usage: install.py [program] [python] [node]

Prints the processor time (user and system) and the time by the clock of each, with nothing built before. Dependencies are
downloaded first, those of the build of Python's wheel aside. The status is 1 if one takes more than MOST seconds of processor time.
"""

import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).parent.parent
MOST = 150
"""Seconds of processor time that each may take."""


def took(command, folder):
    """Runs a command with a target folder of its own; returns its seconds of processor time and by the clock."""
    with tempfile.TemporaryDirectory() as target:
        before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
        environment = {**os.environ, "CARGO_TARGET_DIR": target}
        subprocess.run(command, cwd=folder, env=environment, check=True, stdout=subprocess.DEVNULL)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, time.monotonic() - began


def program():
    return took(["cargo", "build", "--quiet", "--locked", "--profile", "quick"], ROOT)


def python():
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        pip = [f"{folder}/bin/python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        return took([*pip, str(ROOT / "python")], folder)


def node():
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "package.json").write_text("{}")
        return took(["npm", "install", "--silent", "--no-audit", "--no-fund", str(ROOT / "node")], folder)


KINDS = {each.__name__: each for each in (program, python, node)}
asked = sys.argv[1:] or list(KINDS)
if not set(asked) <= set(KINDS):
    sys.exit(__doc__)
for manifest in (ROOT, ROOT / "python", ROOT / "node"):
    subprocess.run(["cargo", "fetch", "--quiet", "--locked"], cwd=manifest, check=True)
late = []
for name in asked:
    processor, clock = KINDS[name]()
    print(f"{name}: {processor:.0f} s of processor time, {clock:.0f} s by the clock", flush=True)
    late += [name] * (processor > MOST)
if late:
    sys.exit(f"more than {MOST} s: {', '.join(late)}")
