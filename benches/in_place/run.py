#!/usr/bin/env python3
"""Rewrites a file in place again and again while another process writes to it, and looks for what is lost.

usage: run.py --jmend PROGRAM [--rounds 10000] [--mode append|held|rewrite|all] [--seed 1]

append   each line is appended through a descriptor that is closed at once
held     all lines are appended through one descriptor that stays open for a while, as a logger's does
rewrite  the whole file is written anew, in two parts, through a descriptor that is closed after them
A round is one run of `jmend repair --lines --in-place`. Every line that was appended must be in the file in the end, repaired or
not, and the last whole version must be there whole. Ends with status 1 where something is lost.
"""
import argparse
import collections
import json
import multiprocessing
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import time

LINES_OF_A_VERSION = 40
MOST_PAUSE = 0.06  # seconds between two writes
SEVERAL = 5  # lines through a descriptor that is held


def append(path, seed, stop, count):
    rng = random.Random(seed)
    while not stop.is_set():
        with open(path, "a") as file:
            file.write("{'n': %d}\n" % count.value)
        count.value += 1
        time.sleep(rng.random() * MOST_PAUSE)


def held(path, seed, stop, count):
    rng = random.Random(seed)
    while not stop.is_set():
        with open(path, "a") as file:
            for _ in range(rng.randint(1, SEVERAL)):
                file.write("{'n': %d}\n" % count.value)
                file.flush()
                count.value += 1
                time.sleep(rng.random() * MOST_PAUSE / 2)
        time.sleep(rng.random() * MOST_PAUSE)


def rewrite(path, seed, stop, count):
    rng = random.Random(seed)
    while not stop.is_set():
        version = count.value + 1
        with open(path, "w") as file:
            for line in range(LINES_OF_A_VERSION):
                file.write("{'version': %d, 'line': %d}\n" % (version, line))
                if line == LINES_OF_A_VERSION // 2:
                    file.flush()
                    time.sleep(rng.random() * MOST_PAUSE / 2)
        count.value = version
        time.sleep(rng.random() * MOST_PAUSE)


def records(path):
    return [json.loads(line.replace("'", '"')) for line in path.read_text().splitlines()]


def lost(mode, path, count):
    """What is missing, in a word for each; nothing where all is there."""
    found = records(path)
    if mode == "rewrite":
        want = [{"version": count, "line": line} for line in range(LINES_OF_A_VERSION)]
        return [] if found == want else [f"version {count} is not whole: {len(found)} lines"]
    seen = collections.Counter(record["n"] for record in found)
    return [f"line {n}: {seen[n]} times" for n in range(count) if seen[n] != 1]


def run(jmend, mode, rounds, seed):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "log.jsonl"
        path.touch()
        stop, count = multiprocessing.Event(), multiprocessing.Value("q", 0)
        writer = multiprocessing.Process(target=globals()[mode], args=(path, seed, stop, count))
        writer.start()
        statuses, told = collections.Counter(), collections.Counter()
        begun = time.time()
        for _ in range(rounds):
            command = [jmend, "repair", "--no-config", "--lines", "--in-place", str(path)]
            done = subprocess.run(command, capture_output=True, text=True)
            statuses[done.returncode] += 1
            for line in done.stderr.splitlines():
                what = line.split(": ")[-1]
                told["rewritten" if " fix" in what else what] += 1
        stop.set()
        writer.join()
        missing = lost(mode, path, count.value)
        kept = [name for name in os.listdir(folder) if name != path.name]
        print(f"{mode}: {rounds} rounds, {count.value} writes, {time.time() - begun:.0f} s, {len(missing)} lost")
        print(f"  statuses {dict(statuses)}; {dict(told.most_common(4))}")
        for what in missing[:5] + kept:
            print(f"  {what}")
        return not missing


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--jmend", required=True)
    parser.add_argument("--rounds", type=int, default=10000)
    parser.add_argument("--mode", default="all", choices=["append", "held", "rewrite", "all"])
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    modes = ["append", "held", "rewrite"] if options.mode == "all" else [options.mode]
    sys.exit(0 if all([run(options.jmend, mode, options.rounds, options.seed) for mode in modes]) else 1)


if __name__ == "__main__":
    main()
