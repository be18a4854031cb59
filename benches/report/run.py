#!/usr/bin/env python3
"""Measures `jmend stats` and `jmend report` on a large log beside `jmend repair --lines --report` on the same log.

usage: run.py JMEND [--records 1000000] [--kind answers|responses|reports] [--keep FILE] [--rounds 3]
       run.py --write FILE --records N --kind KIND      writes a log and measures nothing

kinds, about 1 KB a record:
  answers    what models wrote, one a line: most of it is valid JSON, 8 % are broken as models break it, 1 % are prose
  responses  chat responses with model, time and one or two tool calls, of which 8 % have broken arguments
  reports    what `jmend repair --lines --report` writes about the answers

The same arguments give the same bytes. What is bounded: 1.5 times the time of the repair (of the answers, on which both do the
same work; a report of responses also repairs the arguments of calls, which `repair` leaves alone, so there the time is beside
that of `calls --lines --report`), 64 MiB, and 3 MB for the page. Exits with 1 where a bound is broken.
"""

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "at"))
import chats  # noqa: E402

MODELS = [("small-1", 0.14), ("small-2", 0.09), ("large-1", 0.05), ("large-2", 0.02), ("local-7b", 0.2)]
START = 1_760_000_000
BROKEN = 0.08
PROSE = "I am sorry, I cannot answer this in the form that was asked for. "

TIME, MEMORY, PAGE = 1.5, 64, 3_000_000


def padded(value, source):
    """About a kilobyte of arguments, as calls that write files have them."""
    value = dict(value)
    while len(json.dumps(value)) < 900:
        value.setdefault("notes", []).append(chats.sentence(source, 8, 20))
    return value


def text(source, value, share):
    if source.random() < share:
        return source.choice(chats.BREAKS)(value).replace("\n", "\\n" if source.random() < 0.5 else " ")
    return json.dumps(value)


def answers(source, count):
    for _ in range(count):
        if source.random() < 0.01:
            yield PROSE * 12
        else:
            yield text(source, padded(chats.arguments(source), source), BROKEN)


def responses(source, count):
    for number in range(count):
        model, share = source.choice(MODELS)
        calls = []
        for _ in range(1 if source.random() < 0.8 else 2):
            value = chats.arguments(source)
            while len(json.dumps(value)) < 400:
                value.setdefault("notes", []).append(chats.sentence(source, 8, 20))
            function = {"name": source.choice(chats.NAMES), "arguments": text(source, value, share)}
            calls.append({"id": f"call_{number}", "type": "function", "function": function})
        message = {"role": "assistant", "content": chats.sentence(source, 5, 20), "tool_calls": calls}
        yield json.dumps({
            "id": f"chatcmpl-{number}",
            "object": "chat.completion",
            "created": START + number * 3,
            "model": model,
            "choices": [{"index": 0, "message": message, "finish_reason": "tool_calls"}],
            "usage": {"prompt_tokens": source.randint(100, 9000), "completion_tokens": source.randint(20, 900)},
        })


def write(path, kind, count):
    source = random.Random(20261126)
    # A few thousand records come again and again: the generator is not what is measured.
    some = list((answers if kind == "answers" else responses)(source, min(count, 20_000)))
    with open(path, "w", encoding="utf-8") as file:
        for number in range(count):
            line = some[number % len(some)]
            if kind == "responses":
                line = line.replace(f'"created": {START + number % len(some) * 3}', f'"created": {START + number * 3}', 1)
            file.write(line + "\n")


def run(command, output):
    """Seconds, and mebibytes at most."""
    start = time.perf_counter()
    with open(output, "wb") as out:
        process = subprocess.Popen(command, stdout=out, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    code = os.waitstatus_to_exitcode(status)
    if code not in (0, 1):
        raise SystemExit(f"{' '.join(command)}: status {code}")
    return seconds, usage.ru_maxrss / 1024


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("jmend", nargs="?")
    parser.add_argument("--records", type=int, default=1_000_000)
    parser.add_argument("--kind", choices=["answers", "responses", "reports"], default="answers")
    parser.add_argument("--keep", help="the log: written where it is not there")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--write", metavar="FILE")
    asked = parser.parse_args()
    if asked.write:
        return write(asked.write, asked.kind, asked.records)
    with tempfile.TemporaryDirectory() as folder:
        log = asked.keep or f"{folder}/log.ndjson"
        if not os.path.exists(log):
            write(log, "answers" if asked.kind == "reports" else asked.kind, asked.records)
        base = [asked.jmend, "calls" if asked.kind == "responses" else "repair", "--lines", "--report", log]
        report = f"{folder}/report.ndjson"
        subject = log
        if asked.kind == "reports":
            run(base, report)
            subject = report
        page = f"{folder}/page.html"
        commands = {
            "base": (base, os.devnull),
            "stats": ([asked.jmend, "stats", "--format", "json", subject], f"{folder}/stats.json"),
            "report": ([asked.jmend, "report", subject, "-o", page], os.devnull),
        }
        taken = {name: [] for name in commands}
        # In turns, so that what else the machine does falls on all of them.
        for _ in range(asked.rounds):
            for name, (command, output) in commands.items():
                taken[name].append(run(command, output))
        size = os.path.getsize(subject)
        print(f"{asked.kind}: {asked.records:,} records, {size / 1e6:,.0f} MB")
        times = {name: statistics.median(seconds for seconds, _ in rounds) for name, rounds in taken.items()}
        bad = False
        for name, rounds in taken.items():
            most, ratio = max(memory for _, memory in rounds), times[name] / times["base"]
            print(f"  {' '.join(commands[name][0][1:3]):<16} {times[name]:6.2f} s  {ratio:4.2f} x  {most:5.1f} MiB")
            bad |= name != "base" and (ratio > TIME or most > MEMORY)
        bytes_of_page = os.path.getsize(page)
        print(f"  page             {bytes_of_page / 1e6:.2f} MB")
        return int(bad or bytes_of_page > PAGE)


if __name__ == "__main__":
    sys.exit(main())
