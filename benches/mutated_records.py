#!/usr/bin/env python3
"""Mutations of the fixtures as records, thousands a second: does the program end well on each, and is what it reports JSON?

usage: mutated_records.py --jmend PROGRAM [--seed 1] [--seconds 60] [--corpus FOLDER]… [--command "repair --report"]

The inputs are those of `mutations.py`, with up to two tokens more. That gives each a process of its own, for all commands; here many
go through one process as records, so that a thousand times as many are tried. Where a process panics, ends by a signal, or writes
a line that is no JSON, the batch is halved until one input is left, which is made as short as it can be and printed. `--corpus`
adds the files of a folder, for example one of the fuzzer's. Ends with status 1 where something is wrong.
"""
import argparse
import json
import os
import pathlib
import random
import subprocess
import sys
import time

import mutations

LONGEST = 1000  # bytes of an input: short ones reach more readings a second
BATCH = 4000  # inputs of one process
MOST_FOUND = 5
ENDED = (0, 1)  # done, or some records could not be repaired
TOKENS = [
    "{", "}", "[", "]", "(", ")", '"', "'", ",", ":", "=", "\\", '\\"', "\\n", "\n", " ", "//", "/*", "*/", "#", "```", "...", "{{", "}}",
    '""', '"""', "null", "1", "-2.5", '{"a":', '["', '"a": ', ", ", "<think>", "</think>", "<tool_call>", "</tool_call>", "：", "“", "é",
]  # fmt: skip


def mutated(draw, texts):
    text = bytearray(mutations.mutate(draw.choice(texts), draw.choice(texts), draw))
    for _ in range(draw.randrange(3)):
        at = draw.randrange(len(text) + 1)
        text[at:at] = draw.choice(TOKENS).encode()
    return bytes(text[:LONGEST]).replace(b"\0", b"")


def no_number(word):
    raise ValueError(word)


def wrong(command, texts):
    """What is wrong with a run over these inputs; nothing where all is well."""
    done = subprocess.run(command, input=b"".join(text + b"\0" for text in texts), capture_output=True, env={**os.environ, "RUST_BACKTRACE": "0"})
    if b"panicked" in done.stderr or done.returncode not in ENDED:
        return f"status {done.returncode}: {done.stderr.decode(errors='replace')[:300]}"
    if "--report" in command:
        for line in done.stdout.splitlines():
            try:
                json.loads(line, parse_constant=no_number)
            except ValueError as error:
                return f"{error}: {line[:200]!r}"
    return None


def shortest(command, text):
    """The text without whatever changes nothing."""
    step = max(len(text) // 2, 1)
    while step:
        at = 0
        while at < len(text):
            shorter = text[:at] + text[at + step :]
            if wrong(command, [shorter]):
                text = shorter
            else:
                at += step
        step //= 2
    return text


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--jmend", required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--corpus", type=pathlib.Path, action="append", default=[])
    parser.add_argument("--command", default="repair --report")
    options = parser.parse_args()
    sys.setrecursionlimit(20_000)  # reports nest as deep as their records, and have numbers as long
    sys.set_int_max_str_digits(0)
    command = [options.jmend, *options.command.split(), "--no-config", "--framing", "nul", "-q", "-j1"]
    files = (file for folder in options.corpus for file in sorted(folder.iterdir()) if file.is_file())
    texts = [text for text in [*mutations.seeds(), *(file.read_bytes() for file in files)] if 0 < len(text) <= LONGEST]
    draw, count, found = random.Random(options.seed), 0, 0
    end = time.monotonic() + options.seconds
    while time.monotonic() < end and found < MOST_FOUND:
        batches = [[mutated(draw, texts) for _ in range(BATCH)]]
        count += BATCH
        while batches and found < MOST_FOUND:
            batch = batches.pop()
            why = wrong(command, batch)
            if why and len(batch) == 1:
                found += 1
                print(f"{why}\n    {shortest(command, batch[0])!r}", flush=True)
            elif why:
                batches += [batch[: len(batch) // 2], batch[len(batch) // 2 :]]
    print(f"seed {options.seed}: {count:,} mutations of {len(texts):,} texts through `{options.command}`, {found} wrong")
    sys.exit(found > 0)


if __name__ == "__main__":
    main()
