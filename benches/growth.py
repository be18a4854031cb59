#!/usr/bin/env python3
"""How the cost of each command grows: processor time of 4n bytes over that of n, for inputs that are large in one way.

usage: growth.py JMEND [--megabytes 1,4,16] [--only WORD] [--most 4.6] [--instructions]

Beside the patterns of ../shared/bench/linear.py (see linear.sh) these are deep, wide, long in names or numbers, or many.
The least of seven runs, less what a start takes; exits with 1 when a ratio is above --most. With --instructions it is what
valgrind counts: the work alone, where time also tells which size no longer fits into the caches of a machine.
"""
import argparse
import os
import sys
import tempfile

from measure import instructions, spent


def fill(unit, before="", after=""):
    return lambda size: before + unit * ((size - len(before) - len(after)) // len(unit)) + after


def numbered(row, before="", after="", between=","):
    """Rows that hold their number."""
    return lambda size: before + between.join(row % at for at in range(size // (len(row % 1_000_000) + 1))) + after


def halves(left, middle, right):
    """As much to the left of the middle as to its right."""
    return lambda size: left * (size // len(left + right)) + middle + right * (size // len(left + right))


DEPTH = ["--max-depth", "100000000"]
REPAIR, LINES = ["repair"], ["repair", "--lines", "-j1"]
PATTERNS = {
    "rows": (REPAIR, numbered('{"id": %d, "tags": ["a", "b"]}', "[", "]")),
    "rows, a comma too many": (REPAIR, numbered('{"id": %d, "tags": ["a", "b"]}', "[", ",]")),
    "rows, single quotes": (REPAIR, numbered("{'id': %d, 'tags': ['a', 'b']}", "[", "]")),
    "rows, numbers as names": (REPAIR, numbered("%d: None", "{", "}")),
    "rows, no commas": (REPAIR, numbered('{"id": %d, "tags": ["a", "b"]}', "[", "]", " ")),
    "rows, one broken in the middle": (REPAIR, lambda size: numbered('{"id": %d}', "[", "")(size // 2) + ", {id: 1, " + numbered('{"id": %d}', "", "]")(size // 2)),
    "deep": (["repair", *DEPTH], halves("[", "1", "]")),
    "deep and cut off": (["repair", *DEPTH], fill('{"a":[', "", "1")),
    "deep beyond the limit": (REPAIR, fill("[")),
    "wide": (REPAIR, numbered('"name %d": 1', "{", "}")),
    "wide and broken": (REPAIR, numbered('"name %d": 1', "{", ",}")),
    "wide, a name again and again": (REPAIR, fill("'a': 1, ", "{", "'a': 2}")),
    "a long name": (REPAIR, fill("x", '{"', '": 1,}')),
    "a long name without quotes": (REPAIR, fill("x", "{", ": 1}")),
    "a long string": (REPAIR, fill("some words, ", '{"a": "', '",}')),
    "a long string with escapes": (REPAIR, fill('\\"\\n', '{"a": "', '",}')),
    "long numbers": (REPAIR, fill("1" * 997 + ",", "[", "1,]")),
    "a long number": (REPAIR, fill("1", "[", ",]")),
    "a long number of another language": (REPAIR, fill("f", "[0x", "]")),
    "many documents": (REPAIR, fill('{"a": 1}\n')),
    "many documents that differ": (REPAIR, numbered('{"a": %d}', between="\n")),
    "many records": (LINES, fill('{"a": 1}\n')),
    "many broken records": (LINES, fill("{'a': 1,}\n")),
    "one long record": (LINES, fill("x, ", '{"a": "', '",}\n')),
    "normalize": (["normalize", "-j1"], numbered('{"a-b": %d}', between="\n", after="\n")),
    "normalize, wide": (["normalize", "-j1"], numbered('"name-%d": 1', "{", "}\n")),
    "cache-key": (["cache-key", "-j1", "t"], numbered('{"b": %d, "a": 1.50}', between="\n", after="\n")),
    "cache-key, wide": (["cache-key", "-j1", "t"], numbered('"name %d": 1', "{", "}\n")),
    "preview": (["preview", "--tool", "t", "--args", "{}"], numbered('{"id": %d}', "[", "]")),
}


def seconds(commands):
    """The least processor time of seven runs of each command. They take turns: a machine that is busy for a while is so for
    all of them."""
    return [min(took) for took in zip(*([spent(command) for command in commands] for _ in range(7)))]


def billions(commands):
    """Billions of instructions of one run of each command."""
    return [1e-9 * instructions(command) for command in commands]


def costs(jmend, megabytes, only="", cost=seconds):
    """For each pattern its name and what it costs at each size, less what a start costs."""
    with tempfile.TemporaryDirectory() as folder:
        for name, (command, text) in PATTERNS.items():
            if only not in name:
                continue
            commands = []
            for at, size in enumerate([0, *megabytes]):
                file = os.path.join(folder, str(at))
                with open(file, "w", encoding="utf-8") as out:
                    out.write(text(int(size * 1_000_000)) if size else "{}")
                commands.append([jmend, *command, file])
            start, *took = cost(commands)
            yield name, [max(part - start, 0.0) for part in took]


def ratios(took):
    """Each cost beside the one before; what takes no time tells nothing."""
    return [after / before for before, after in zip(took, took[1:]) if before > 0.004]


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("jmend")
    arguments.add_argument("--megabytes", type=lambda text: [float(part) for part in text.split(",")], default=[1, 4, 16])
    arguments.add_argument("--most", type=float, default=4.6)
    arguments.add_argument("--only", default="")
    arguments.add_argument("--instructions", action="store_true")
    options = arguments.parse_args()
    cost, unit = (billions, "G") if options.instructions else (seconds, "s")
    fell = 0
    for name, took in costs(options.jmend, options.megabytes, options.only, cost):
        grew = ratios(took)
        bad = any(ratio > options.most for ratio in grew)
        fell += bad
        print(f"{name:36}" + "".join(f"{part:9.4f} {unit}" for part in took), " x", *(f"{ratio:.1f}" for ratio in grew),
              "  <<<" if bad else "", flush=True)
    print(f"{'all' if not fell else 'not all'} patterns hold")
    sys.exit(1 if fell else 0)


if __name__ == "__main__":
    main()
