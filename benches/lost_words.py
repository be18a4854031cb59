#!/usr/bin/env python3
"""Damages documents at random, and counts repairs that lost words or numbers of the text and did not call it `lossy`.

usage: lost_words.py --jmend PROGRAM [--calls] [--seed 1] [--texts 30000] [--most 0.2] [--list FILE]

A document is a real set of arguments of `../shared/bench/base.jsonl`. One to four times, a token of it is deleted, doubled,
moved, or damaged, or something else stands before it. Each word of three letters or more, and each number of two digits or more,
must be in the value then, or the repair is `lossy`, or an error. Labels and comments may go: their words do not count. With `--calls`, the document is what a
call in a block takes, and `jmend calls` reads it. Ends with status 1 where more than `--most` percent lose a word in silence.
"""
import argparse
import collections
import json
import random
import re
import subprocess
import sys
from pathlib import Path

BASE = Path(__file__).resolve().parents[2] / "shared/bench/base.jsonl"
LONGEST = 500
TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{}:,]|[^\s\[\]{}:,"]+|\s+')
WORD = re.compile(r"[^\W\d_]{3,}|\d{2,}")
ESCAPE = re.compile(r"\\u[0-9a-fA-F]{4}|\\[0-7]{1,3}|\\[abfnrtv]")
# What stands where it should not: quotes, brackets, signs of other languages, and words.
ODD = list("\"'{}[],:\\\n#;=()`+-.|&<>\t“”") + ["//", "/*", "*/", '\\"', "<br>", "...", "null", "True", "\\n", " and ", "json ", "Note: "]
# Words that may be spelled another way, or that `ODD` brings as a label.
NO_DATA = {"true", "false", "null", "True", "and", "json", "Note", "br"}
# A word of `NO_DATA` that was damaged itself, as in `Tru` and `TrueTrue`.
LEFT = re.compile("(?:%s)+" % "|".join("".join(f"{letter}?" for letter in word) for word in sorted(NO_DATA)))
# Zeros that a number may lose.
ZEROS = re.compile(r"([.]\d*?)0+\b")
MAY_DROP_WORDS = {"comment", "assignment"}


def damaged(document, rng):
    tokens = TOKEN.findall(document)
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(tokens))
        token, way = tokens[at], rng.random()
        if way < 0.25:
            del tokens[at]
        elif way < 0.35:
            tokens.insert(at, token)
        elif way < 0.5:
            other = rng.randrange(len(tokens))
            tokens[at], tokens[other] = tokens[other], token
        elif way < 0.75:
            tokens.insert(at, rng.choice(ODD))
        else:
            place = rng.randrange(len(token))
            tokens[at] = token[:place] + (rng.choice(ODD) + token[place:] if way < 0.875 else token[place + 1 :])
        if not (tokens := [token for token in tokens if token]):
            return "{}"
    return "".join(tokens)


def members(pairs):
    """An object as a dict; where a key stands twice, all its members as a list, for a valid text keeps both."""
    value = dict(pairs)
    return value if len(value) == len(pairs) else [list(pair) for pair in pairs]


def strings(value):
    """All keys and strings of a value, and its other scalars as JSON."""
    if isinstance(value, dict):
        return [text for key, inner in value.items() for text in [key, *strings(inner)]]
    if isinstance(value, list):
        return [text for inner in value for text in strings(inner)]
    return [value if isinstance(value, str) else json.dumps(value)]


CALL = '<tool_call>\n{"name": "f", "arguments": %s}\n</tool_call>'


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--jmend", required=True)
    parser.add_argument("--calls", action="store_true")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--texts", type=int, default=30000)
    parser.add_argument("--most", type=float, default=0.2, metavar="PERCENT")
    parser.add_argument("--list", type=argparse.FileType("w"))
    options = parser.parse_args()
    if not BASE.exists():
        sys.exit(f"skipped: {BASE} is not here")
    rng = random.Random(options.seed)
    rows = (json.loads(line)["arguments"] for line in BASE.read_text(encoding="utf-8").splitlines())
    documents = [json.dumps(row, ensure_ascii=False) for row in rows if isinstance(row, dict) and row]
    documents = [text for text in documents if len(text) < LONGEST and "\0" not in text]
    texts = [damaged(rng.choice(documents), rng) for _ in range(options.texts)]
    command = [options.jmend, "calls" if options.calls else "repair", "--no-config", "--framing", "nul", "-q", "--report"]
    records = [CALL % text for text in texts] if options.calls else texts
    done = subprocess.run(command, input="\0".join(records).encode() + b"\0", capture_output=True)
    reports = collections.defaultdict(list)
    for line in done.stdout.splitlines():
        report = json.loads(line, object_pairs_hook=members)
        reports[report.get("record", 1) - 1].append(report)
    silent = collections.Counter()
    for at, text in enumerate(texts):
        if not all(report["ok"] and report["risk"] != "lossy" for report in reports[at]):
            continue
        values = [report.get(key) for report in reports[at] for key in ("value", "values", "arguments") if key in report]
        kept = " ".join(strings(values))
        kept += json.dumps(kept, ensure_ascii=False)
        words = [word.lstrip("0") or "0" for word in WORD.findall(ZEROS.sub(r"\1", ESCAPE.sub(" ", text)))]
        lost = [word for word in words if word not in kept and not LEFT.fullmatch(word)]
        codes = {fix["code"] for report in reports[at] for fix in report["fixes"]}
        if lost and not codes & MAY_DROP_WORDS:
            silent["+".join(sorted(codes))] += 1
            if options.list:
                row = {"lost": lost, "input": records[at], "reports": reports[at]}
                options.list.write(json.dumps(row, ensure_ascii=False) + "\n")
    print("| fixes | texts that lost words in silence |\n|---|--:|")
    for codes, count in silent.most_common():
        print(f"| {codes} | {count} |")
    count = sum(silent.values())
    print(f"| all {len(texts):,} texts | {count} |")
    sys.exit(100 * count > options.most * len(texts))


if __name__ == "__main__":
    main()
