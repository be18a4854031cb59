#!/usr/bin/env python3
"""Random patterns, repeated: does the time of a repair grow with the text and no faster?

usage: repeats.py JMEND [--patterns 4000] [--seed 1] [--kb 200,800,3200] [--most 4.6] [--arguments "repair"]

A pattern is one to six tokens of broken JSON, repeated after up to two tokens that come once. Each size is four times the one
before. The last size is only timed where the first two look too slow: a pattern counts when the least of three runs of 4n
bytes takes more than --most times that of n, and more than a tenth of a second. Where valgrind is installed, and it is less than
twice that, such a pattern is run once more and its instructions are counted, for other programs on the machine do not change those.
Exits with 1 when one does; the log names the seed, so that a run can be repeated.
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


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1][7:])
    parser.add_argument("jmend")
    parser.add_argument("--patterns", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kb", default="200,800,3200")
    parser.add_argument("--most", type=float, default=4.6)
    parser.add_argument("--arguments", default="repair")
    options = parser.parse_args()
    command = [options.jmend, *options.arguments.split(), "--no-config", "-q"]
    small, middle, large = (1000 * int(size) for size in options.kb.split(","))
    draw, slow, worst = random.Random(options.seed), 0, 0.0
    for _ in range(options.patterns):
        before = "".join(draw.choices(TOKENS, k=draw.randint(0, 2)))
        unit = "".join(draw.choices(TOKENS, k=draw.randint(1, 6)))
        text = lambda size: before + unit * (size // len(unit.encode()))  # noqa: B023, E731: used in this round only
        first, second = seconds(command, text(small), 1), seconds(command, text(middle), 1)
        if second < 0.05 or second <= options.most * first:
            continue
        second, third = seconds(command, text(middle), 3), seconds(command, text(large), 3)
        ratio = third / max(second, 0.001)
        if third > 0.1 and options.most < ratio < 2 * options.most and shutil.which("valgrind"):
            ratio = instructions(command, text(large)) / instructions(command, text(middle))
        worst = max(worst, ratio if third > 0.1 else 0)
        if third > 0.1 and ratio > options.most:
            slow += 1
            print(f"{ratio:.1f} times: {second:.3f} s, then {third:.3f} s for {before!r} and {unit!r}", flush=True)
    print(f"seed {options.seed}: {options.patterns} patterns, {slow} above {options.most} times, {worst:.1f} at worst")
    sys.exit(slow > 0)


if __name__ == "__main__":
    main()
