#!/usr/bin/env python3
"""Files that a model writes: long code in strings whose quotes nobody escaped.

usage: long_code.py --seed N --count N BASE.jsonl > cases.jsonl

The texts with quotes in them of the base, one to sixteen one below the other, in the calls that write and change files; the
backslash before each quote in them is gone. Cases are as corrupt.py writes them, and the same arguments give the same bytes.
"""
import argparse
import json
import random

# By the bytes of the code.
SIZES = [(1 << 10, "up_to_1_kb"), (4 << 10, "up_to_4_kb"), (16 << 10, "up_to_16_kb"), (1 << 30, "longer")]
SHAPES = [
    lambda code: {"file_path": "/work/a.py", "content": code()},
    lambda code: {"content": code(), "path": "/work/a.py", "overwrite": True},
    lambda code: {"command": "str_replace", "path": "/work/a.py", "old_str": code(), "new_str": code()},
    lambda code: {"path": "/work/a.py", "edits": [{"old": code(), "new": code()}, {"old": code(), "new": code()}]},
]


def texts(value):
    """The strings of a value that are like code: some length, and quotes."""
    if isinstance(value, str):
        if len(value) > 200 and '"' in value:
            yield value
    elif isinstance(value, (dict, list)):
        for item in value.values() if isinstance(value, dict) else value:
            yield from texts(item)


def damaged(value, bare):
    """JSON of a value, the strings in `bare` without backslashes before their quotes."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(name)}: {damaged(item, bare)}" for name, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(damaged(item, bare) for item in value) + "]"
    text = json.dumps(value, ensure_ascii=False)
    return '"' + text[1:-1].replace('\\"', '"') + '"' if value in bare else text


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--count", type=int, default=1000)
    arguments.add_argument("base")
    options = arguments.parse_args()
    rng = random.Random(options.seed)
    with open(options.base, encoding="utf-8") as base:
        known = [text for line in base for text in texts(json.loads(line))]
    for at in range(options.count):
        parts = rng.choice([1, 2, 4, 8, 16])
        bare = []

        def code():
            bare.append("\n".join(rng.choice(known) for _ in range(parts)))
            return bare[-1]

        value = rng.choice(SHAPES)(code)
        size = max(len(text.encode()) for text in bare)
        case = {
            "id": f"l{options.seed}-{at:05}",
            "ops": [next(name for most, name in SIZES if size <= most)],
            "input": damaged(value, bare),
            "expected": value,
            "truncated": False,
        }
        print(json.dumps(case, ensure_ascii=False))


if __name__ == "__main__":
    main()
