#!/usr/bin/env python3
"""One slip at one token of a known document: is the value the one that was meant, and does a wrong one say that it may be wrong?

usage: single_slips.py --jmend PROGRAM [--seed 1] [--count 2000] [--show SLIP] [--most-sure PERCENT]

A slip leaves out, doubles, or replaces a bracket, comma, or colon, or puts a character before a token, as fingers and models do. Each document
comes on one line and on many. A row of the table is one slip before or in place of one kind of token: how often the value is right, and
how often a wrong one has a confidence of 0.9 or more. `--show` prints such cases of one row. The status is 1 if more than PERCENT of all
cases are wrong and sure.
"""
import argparse
import json
import pathlib
import random
import re
import subprocess
import sys

BASE = pathlib.Path(__file__).resolve().parents[2] / "shared/bench/base.jsonl"
TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\],:]|true|false|null|-?\d[\d.eE+-]*|\s+')
SIGNS = "{}[],:"
SURE = 0.9
# Signs that stand in place of another: its neighbour on the keyboard, or the sign of another notation.
INSTEAD = {":": ";=.", ",": ";.:", "[": "{", "{": "[", "]": "}", "}": "]"}
BEFORE = "\"',:;"
WORDS = "red green blue north south alpha beta admin user read write open closed".split()
SIZES = range(60, 900)


def values(rng):
    """Objects of calls, each with one more member, of a shape that calls often have."""
    bases = [json.loads(line)["arguments"] for line in BASE.open(encoding="utf-8")]
    bases = [base for base in bases if len(json.dumps(base)) in SIZES]
    while True:
        members = list(rng.choice(bases).items())
        more = rng.choice([
            rng.sample(WORDS, rng.randrange(2, 5)),
            [rng.randrange(500) for _ in range(3)],
            [{"id": rng.randrange(99), "name": rng.choice(WORDS)} for _ in range(3)],
            {"x": rng.randrange(9), "y": rng.choice(WORDS)},
            [[1, 2], [3, 4]],
            True,
            3.5,
        ])  # fmt: skip
        members.insert(rng.randrange(len(members) + 1), ("extra", more))
        yield dict(members)


def kind(token):
    return token if token in SIGNS else "string" if token[0] == '"' else "literal"


def slips(tokens, rng):
    """One slip at a random token: its name, and the text."""
    at = rng.choice([index for index, token in enumerate(tokens) if token.strip()])
    sign = tokens[at] if tokens[at] in SIGNS else None
    made = [(f"{mark} before {kind(tokens[at])}", mark + tokens[at]) for mark in BEFORE]
    if sign:
        made += [(f"no {sign}", ""), (f"{sign} twice", 2 * sign)]
        made += [(f"{mark} for {sign}", mark) for mark in INSTEAD[sign]]
    name, put = rng.choice(made)
    return name, "".join([*tokens[:at], put, *tokens[at + 1 :]])


def cases(rng, count):
    """Texts that are no JSON, each with the name of its slip and the value that was meant."""
    drawn = values(rng)
    while count:
        value = next(drawn)
        text = json.dumps(value, ensure_ascii=False, indent=rng.choice([None, 2]))
        tokens = TOKEN.findall(text)
        name, text = slips(tokens, rng)
        try:
            json.loads(text)
        except ValueError:
            count -= 1
            yield name, text, value


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--jmend", required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--show", default="")
    parser.add_argument("--most-sure", type=float, default=100)
    options = parser.parse_args()
    all_cases = list(cases(random.Random(options.seed), options.count))
    given = b"".join(text.encode() + b"\0" for _, text, _ in all_cases)
    command = [options.jmend, "repair", "--no-config", "--report", "--framing", "nul"]
    lines = subprocess.run(command, input=given, stdout=subprocess.PIPE, check=False).stdout.splitlines()
    if len(lines) != len(all_cases):
        sys.exit(f"{len(lines)} reports for {len(all_cases)} texts")
    rows = {}
    for (name, text, value), line in zip(all_cases, lines):
        report = json.loads(line)
        is_right = report.get("value") == value
        is_sure = not is_right and report.get("confidence", 0) >= SURE
        row = rows.setdefault(name, [0, 0, 0])
        row[0] += 1
        row[1] += is_right
        row[2] += is_sure
        if is_sure and name == options.show:
            print(text, "\n  =>", json.dumps(report.get("value"), ensure_ascii=False))
    print(f"{'slip':22} {'cases':>6} {'right':>7} {'wrong and sure':>15}")
    for name, (number, right, sure) in sorted(rows.items(), key=lambda row: -row[1][2]):
        print(f"{name:22} {number:6} {right / number:7.1%} {sure / number:15.1%}")
    number, right, sure = (sum(row[column] for row in rows.values()) for column in range(3))
    print(f"{'all':22} {number:6} {right / number:7.1%} {sure / number:15.1%}")
    sys.exit(100 * sure > options.most_sure * number)


if __name__ == "__main__":
    main()
