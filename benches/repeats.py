#!/usr/bin/env python3
"""Random patterns, repeated: does the time of a command grow with the text and no faster?

usage: repeats.py JMEND [--quick] [--patterns 2000] [--seed 1] [--kb 64,256,1024] [--most 5] [--commands repair,calls,…]

A pattern is one to six tokens of broken JSON, repeated after up to two tokens that come once. Each size is four times the one
before. Every command that reads text reads every pattern; with --quick, 100 patterns, each command in its turn, without the
largest size. The time is that of the processor. What takes a tenth of a second at the largest size is timed once there, and
takes the least of three runs at the smallest, both without the time of a run that reads nothing: a run that was disturbed can
only make a pattern look slower. If both steps together take more than 4 times --most as long, that is, one step more than --most
unless the other takes less than 4, the pattern is timed again, the least of three runs at each size. It counts when one of the
steps takes more than --most times as long. Where valgrind is installed, the instructions of the first two sizes decide then,
because other programs on the machine do not change those; where they are above, the third size must be above, too, because a bound
between two sizes makes one step long and no later one. Exits with 1 when a pattern counts. The last line names the seed: a
long sweep is many short ones, each with a seed of its own.
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


class Texts:
    """One pattern at each size, as files."""

    def __init__(self, folder, before, unit, sizes):
        self.paths = [os.path.join(folder, f"{size}.txt") for size in sizes]
        for path, size in zip(self.paths, sizes, strict=True):
            with open(path, "w", encoding="utf-8", newline="") as file:
                file.write(before + unit * (size // len(unit.encode())))


def seconds(command, path, times):
    least = float("inf")
    for _ in range(times):
        child = subprocess.Popen([*command, path], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        used = os.wait4(child.pid, 0)[2]
        least = min(least, used.ru_utime + used.ru_stime)
    return least


def instructions(command, path):
    """How many a run takes."""
    counting = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", *command, path]
    said = subprocess.run(counting, capture_output=True, encoding="utf-8", errors="replace").stderr
    return int(re.search(r"Collected : (\d+)", said)[1])


COMMANDS = ["repair", "calls", "check", "explain", "repair --diff", "explain --readings"]
QUICK = 100
RUNS = 3
# A size is so many times the one before.
TIMES = 4

# Seconds: what is faster says nothing about growth.
LEAST = 0.1


def steepest(times):
    """The largest ratio of two sizes that follow each other, of those that take long enough to tell."""
    return max((after / max(before, 0.001) for before, after in zip(times, times[1:]) if after > LEAST), default=0.0)


def looks_steep(command, texts, most):
    """Whether the largest text takes so long that one of the steps may be too long."""
    last = seconds(command, texts.paths[-1], 1)
    if last <= LEAST:
        return False
    start = seconds(command, os.devnull, RUNS)
    first = seconds(command, texts.paths[0], RUNS) - start
    steps = len(texts.paths) - 1
    return last - start > most * TIMES ** (steps - 1) * max(first, 0.001)


def growth(command, texts, most):
    """How many times as long a run takes for four times the text, and the times; None where that is at most `most`."""
    if not looks_steep(command, texts, most):
        return None
    times = [seconds(command, path, RUNS) for path in texts.paths]
    ratio = steepest(times)
    if ratio <= most:
        return None
    if shutil.which("valgrind"):
        counts = [instructions(command, path) for path in texts.paths[:2]]
        ratio_of_counts = counts[1] / counts[0]
        # A bound that lies between two sizes makes one step long, and no later one.
        if ratio_of_counts > most and len(texts.paths) > 2:
            counts.append(instructions(command, texts.paths[2]))
            ratio_of_counts = min(ratio_of_counts, counts[2] / counts[1])
        print(f"{ratio:.1f} times by time, {ratio_of_counts:.2f} by instructions", flush=True)
        ratio = ratio_of_counts
    return ratio, times


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
    sizes = [1000 * int(size) for size in options.kb.split(",")][: -1 if options.quick else None]
    draw, runs, suspects, slow = random.Random(options.seed), 0, 0, 0
    patterns = QUICK if options.quick else options.patterns
    for number in range(patterns):
        before = "".join(draw.choices(TOKENS, k=draw.randint(0, 2)))
        unit = "".join(draw.choices(TOKENS, k=draw.randint(1, 6)))
        with tempfile.TemporaryDirectory() as folder:
            texts = Texts(folder, before, unit, sizes)
            for words in [commands[number % len(commands)]] if options.quick else commands:
                runs += 1
                found = growth([options.jmend, *words.split(), "--no-config", "-q"], texts, options.most)
                if found is None:
                    continue
                suspects += 1
                ratio, times = found
                slow += ratio > options.most
                took = ", ".join(f"{time:.3f}" for time in times)
                print(f"{ratio:.1f} times: {took} s: {words}, {before!r} and {unit!r}", flush=True)
    print(f"seed {options.seed}: {patterns} patterns, {runs} runs, {suspects} too slow by time, {slow} above {options.most} times")
    sys.exit(slow > 0)


if __name__ == "__main__":
    main()
