#!/usr/bin/env python3
"""Counts the repairs that say that they are sure and are wrong, on damage that the confidence was not fitted on.

usage: unseen.py --jmend PROGRAM [--seed 81] [--count 1500] [--most 1]

The operators below stand in no benchmark that the fit reads. Each keeps all that the writer said, on the arguments of
`../shared/bench/base.jsonl`, written in lines. A repair is sure at a confidence of 0.99 or more, and wrong where its value is not what
the writer meant. The status is 1 where more than `--most` percent of the sure ones are wrong, and where fewer than one text in eight
has one, because a figure of few says nothing.
"""
import argparse
import json
import random
import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
BASE = HERE.parents[2] / "shared/bench/base.jsonl"
SURE = 0.99
LONGEST = 2000
TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{}:,]|[^\s\[\]{}:,"]+|\s+')


def of_token(sign, other):
    """One token outside of strings becomes another."""
    def damage(tokens, draw):
        places = [at for at, token in enumerate(tokens) if token == sign]
        if places:
            tokens[draw.choice(places)] = other
    return damage


def of_key(before, after):
    """One key gets other quotes."""
    def damage(tokens, draw):
        places = [at for at in range(len(tokens) - 1) if tokens[at].startswith('"') and tokens[at + 1] == ":" and "\\" not in tokens[at]]
        if places:
            at = draw.choice(places)
            tokens[at] = before + tokens[at][1:-1] + after
    return damage


def of_line(mark):
    """A mark begins a line that begins with a key."""
    def damage(tokens, draw):
        places = [at for at in range(1, len(tokens) - 1) if tokens[at].startswith('"') and tokens[at + 1] == ":" and "\n" in tokens[at - 1]]
        if places:
            at = draw.choice(places)
            tokens[at] = mark + tokens[at]
    return damage


OPERATORS = {
    "comma and semicolon": of_token(",", ",;"),
    "two arrows": of_token(":", " ->"),
    "colon and equals": of_token(":", ":="),
    "small comma": of_token(",", "\ufe50"),
    "bullet": of_line("- "),
    "plus": of_line("+ "),
    "angle quotes": of_key("\u2039", "\u203a"),
    "stars": of_key('**"', '"**'),
    "bracket of another script": of_token("]", "\uff3d"),
}  # fmt: skip


def made(seed, count):
    """Damaged texts, each with what the writer meant."""
    draw = random.Random(seed)
    rows = [json.loads(line)["arguments"] for line in BASE.read_text(encoding="utf-8").splitlines()]
    rows = [row for row in rows if isinstance(row, dict) and row and len(json.dumps(row)) < LONGEST and "\0" not in json.dumps(row)]
    for at in range(count):
        value = draw.choice(rows)
        name = list(OPERATORS)[at % len(OPERATORS)]
        tokens = TOKEN.findall(json.dumps(value, ensure_ascii=False, indent=2))
        OPERATORS[name](tokens, draw)
        yield {"operator": name, "input": "".join(tokens), "expected": value}


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1][7:])
    parser.add_argument("--jmend", required=True)
    parser.add_argument("--seed", type=int, default=81)
    parser.add_argument("--count", type=int, default=1500)
    parser.add_argument("--most", type=float, default=1.0)
    options = parser.parse_args()
    if not BASE.exists():
        sys.exit(f"skipped: {BASE} is not here")
    cases = list(made(options.seed, options.count))
    command = [options.jmend, "repair", "--no-config", "--framing", "nul", "-q", "--report"]
    texts = "".join(case["input"] + "\0" for case in cases).encode()
    reports = {}
    for report in map(json.loads, subprocess.run(command, input=texts, stdout=subprocess.PIPE).stdout.splitlines()):
        reports.setdefault(report.get("record", 1) - 1, report)
    sure = [at for at, report in reports.items() if report["ok"] and report["fixes"] and report["confidence"] >= SURE]
    wrong = [at for at in sure if reports[at].get("value") != cases[at]["expected"]]
    for at in wrong[:10]:
        print(f"wrong: {cases[at]['operator']}: {cases[at]['input'][:300]!r}")
    print(f"seed {options.seed}: {len(cases)} texts, {len(sure)} repairs at {SURE} or more, {len(wrong)} wrong")
    sys.exit(100 * len(wrong) > options.most * len(sure) or 8 * len(sure) < len(cases))


if __name__ == "__main__":
    main()
