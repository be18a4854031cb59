#!/usr/bin/env python3
"""Recovery with the schema of the tool, beside recovery without it.

usage: with_schema.py [--seeds 1,2,3] [--count 2000] [--program PATH] [--summary]

Makes the cases with ../shared/bench/corrupt.py, reads them with benches/recovery/with_schema.rs (a cargo example, which
links the library), judges both values with ../shared/bench/score.py, and prints a table by kind of damage. --summary
prints kind -> [cases, right without, right with] as JSON.
"""
import argparse
import collections
import json
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BENCH = ROOT / "../shared/bench"
sys.path.insert(0, str(BENCH))


def rows(text):
    return [json.loads(line) for line in text.split("\n") if line]


def measure(program, seeds, count):
    """kind -> [cases, right without a schema, right with one]; and how many answers of each kind of outcome fit."""
    from score import judge
    table = collections.defaultdict(lambda: [0, 0, 0])
    for seed in seeds:
        make = [sys.executable, str(BENCH / "corrupt.py"), "--seed", str(seed), "--count", str(count), str(BENCH / "base.jsonl")]
        cases = subprocess.run(make, check=True, capture_output=True).stdout.decode()
        with tempfile.TemporaryFile("w+", encoding="utf-8") as feed:
            feed.write(cases)
            feed.seek(0)
            command = [str(program), str(BENCH / "base.jsonl")]
            output = subprocess.run(command, check=True, stdin=feed, capture_output=True).stdout.decode()
        for case, answer in zip(rows(cases), rows(output), strict=True):
            truths = {"without": case["expected"], "with": answer["truth"]}
            right = [judge({**case, "expected": truth}, {"ok": answer[way] is not None, "value": answer[way]})
                     or way == "with" and cut_right(case, truth, answer[way]) for way, truth in truths.items()]
            for kind in ["all", *case["ops"]]:
                for at, add in enumerate([1, *right]):
                    table[kind][at] += add
    return table


def cut_right(case, truth, got):
    """Cut-off input whose complete members the schema coerced: each is that of the truth, and no other is there."""
    from score import prefix_value
    seen = prefix_value(case["input"]) if case["truncated"] else None
    if truth == case["expected"] or not isinstance(seen, dict) or not isinstance(got, dict):
        return False
    *complete, last = seen or [None]
    return all(got.get(name) == truth[name] for name in complete) and set(got) <= {*complete, last}


def markdown(table):
    lines = ["| damage | cases | without | with the schema |", "|---|--:|--:|--:|"]
    for kind in sorted(table, key=lambda kind: (kind != "all", kind)):
        cases, *right = table[kind]
        cells = " | ".join(f"{100 * share / cases:.1f} %" for share in right)
        lines.append(f"| {'**all**' if kind == 'all' else kind} | {cases} | {cells} |")
    return "\n".join(lines)


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--program", type=Path, default=ROOT / "target/release/examples/with_schema")
    arguments.add_argument("--seeds", type=lambda text: [int(seed) for seed in text.split(",")], default=[1, 2, 3])
    arguments.add_argument("--count", type=int, default=2000)
    arguments.add_argument("--summary", action="store_true")
    options = arguments.parse_args()
    table = measure(options.program, options.seeds, options.count)
    if options.summary:
        print(json.dumps(table))
        return
    print(markdown(table))


if __name__ == "__main__":
    main()
