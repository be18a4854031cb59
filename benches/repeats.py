#!/usr/bin/env python3
"""Random patterns, repeated: does the time of a command grow with the text and no faster?

usage: repeats.py JMEND [--quick] [--patterns 2000] [--seed 1] [--kb 64,256,1024] [--most 5] [--commands repair,calls,…]

A pattern is one to six tokens of broken JSON, repeated after up to two tokens that come once. Each size is four times the one
before. Every command that reads text reads every pattern; with --quick, 100 patterns, each command in its turn. The first two sizes
are timed once. A pattern that looks too slow is timed again, the least of three runs of the last two sizes: it counts when that takes
more than --most times as long, and more than a tenth of a second. Where valgrind is installed, the instructions of the first two
sizes decide then, for other programs on the machine do not change those. Exits with 1 when a pattern counts; the log names the
seed, so that a run can be repeated.
"""
import argparse
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

TOKENS = [
    "{", "}", "[", "]", "(", ")", ",", ":", ";", "=", "=>", "+", "-", "...", '"', "'", "`", "```json\n", "```\n", "\\", '\\"', "\\n", "\n", " ",
    '"a"', "'b'", "a", "b c", "1", "-2.5", "true", "None", "null", "//", "# X", "/*", "*/", '"a": 1', '{"a": 1}', "[1, 2]", "{}", "[]", '""', '"""',
    "<think>", "</think>", "<|x|>", "&quot;", "set(", "C:\\x", "é", "“", "”", "\u00a0", "\ufeff", "，", "：", ". Then ", "data: ", '{"a":', '["',
    '"a": "b", ', "u'x'", "0x1F", "\x00", "<tool_call>", "</tool_call>", "Action: ", '{"name": "f", "arguments": {',
]  # fmt: skip


def seconds(command, text, times):
    with tempfile.NamedTemporaryFile("w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        least = float("inf")
        for _ in range(times):
            child = subprocess.Popen([*command, file.name], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            least = min(least, os.wait4(child.pid, 0)[2].ru_utime)
        return least


def instructions(command, text):
    """How many a run takes; None without valgrind."""
    with tempfile.NamedTemporaryFile("w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        counting = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", *command, file.name]
        said = subprocess.run(counting, capture_output=True, encoding="utf-8", errors="replace").stderr
    found = re.search(r"Collected : (\d+)", said)
    return int(found[1]) if found else None


COMMANDS = ["repair", "calls", "check", "explain", "diff", "explain --readings"]
QUICK = 100

# Seconds: what is faster says nothing about growth.
FIRST, LAST = 0.05, 0.1


def growth(command, text, sizes, most):
    """How many times as long a run takes for four times the text, and what was timed; None where that is little."""
    small, middle, large = sizes
    first, second = seconds(command, text(small), 1), seconds(command, text(middle), 1)
    if second < FIRST or second <= most * first:
        return None
    second, third = seconds(command, text(middle), 3), seconds(command, text(large), 3)
    ratio = third / max(second, 0.001)
    if third <= LAST or ratio <= most:
        return None
    if shutil.which("valgrind"):
        ratio = instructions(command, text(middle)) / instructions(command, text(small))
    return ratio, second, third


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1][7:])
    parser.add_argument("jmend")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--patterns", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kb", default="64,256,1024")
    parser.add_argument("--most", type=float, default=5.0)
    parser.add_argument("--commands", default=",".join(COMMANDS))
    options = parser.parse_args()
    commands = options.commands.split(",")
    sizes = [1000 * int(size) for size in options.kb.split(",")]
    draw, runs, slow, worst = random.Random(options.seed), 0, 0, 0.0
    patterns = QUICK if options.quick else options.patterns
    for number in range(patterns):
        before = "".join(draw.choices(TOKENS, k=draw.randint(0, 2)))
        unit = "".join(draw.choices(TOKENS, k=draw.randint(1, 6)))
        text = lambda size: before + unit * (size // len(unit.encode()))  # noqa: B023, E731: used in this round only
        for words in [commands[number % len(commands)]] if options.quick else commands:
            runs += 1
            found = growth([options.jmend, *words.split(), "--no-config", "-q"], text, sizes, options.most)
            if found is None:
                continue
            ratio, second, third = found
            worst = max(worst, ratio)
            if ratio > options.most:
                slow += 1
                print(f"{ratio:.1f} times: {second:.3f} s, then {third:.3f} s: {words}, {before!r} and {unit!r}", flush=True)
    print(f"seed {options.seed}: {patterns} patterns, {runs} runs, {slow} above {options.most} times, {worst:.1f} at worst")
    sys.exit(slow > 0)


if __name__ == "__main__":
    main()
