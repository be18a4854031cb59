#!/usr/bin/env python3
"""Recovery on what people broke: files that someone repaired by hand, and texts of public threads.

usage: people.py [--jmend PATH] [--peers DIR] [--write]

Prints a row for each source: its texts, and how many each program reads right. --write puts them into docs/evidence/people.md.
The first source is ../shared/bench/commits: `before` is read, and the value of `after` is right; cases with several readings do
not count. The second is ../shared/bench/field4: the texts that `repair` reads without a flag and that hold a value. The peers are those of
README.md, installed as benches/recovery/run.py does it.
"""
import argparse
import json
import lzma
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "benches/recovery"))
import run as recovery  # noqa: E402

PEERS = ("json_repair", "jsonrepair")
PAGE = """# What people broke

How many texts become the value that people meant. `benches/recovery/people.py --write` writes this page; do not edit.

    benches/recovery/people.py --write

{versions}.

- **Files that people broke and repaired**: JSON files of public repositories before the commit that repaired them. The value of the
  file after it is right; cases with several readings do not count.
- **Texts of public threads**: what people pasted into bug reports of other tools, with the value that is right. Some texts have
  several, and some may be refused.

jmend was developed with these texts.

{rows}
"""
# A program that gives no value.
REFUSED = object()


def same(a, b):
    """Whether two values are equal; true is not 1, and 1 is 1.0."""
    if isinstance(a, bool) or isinstance(b, bool) or type(a) is not type(b):
        return a is b or (type(a) in (int, float) and type(b) in (int, float) and a == b)
    if isinstance(a, dict):
        return a.keys() == b.keys() and all(same(value, b[key]) for key, value in a.items())
    if isinstance(a, list):
        return len(a) == len(b) and all(map(same, a, b))
    return a == b


def files():
    """Files that people repaired: the name, the text, and the values that are right."""
    for line in lzma.open(recovery.BENCH / "commits/dev.jsonl.xz", "rt", encoding="utf-8"):
        case = json.loads(line)
        name = Path(case["source"].split(":", 1)[1]).name
        if case["note"].get("label"):
            continue
        try:
            yield name, case["before"], [json.loads(case["after"])]
        except ValueError:
            yield name, case["before"], [[json.loads(row) for row in case["after"].split("\n") if row.strip()]]


def threads():
    """Texts of threads: the same. Several documents are right as a list, too; some texts may be refused."""
    for line in open(recovery.BENCH / "field4/dev.jsonl", encoding="utf-8"):
        case = json.loads(line)
        if case["command"] != ["repair"] or case["want"] is None:
            continue
        right = []
        for want in [case["want"], *case.get("accept", [])]:
            documents = want if isinstance(want, list) else [want]
            right += [REFUSED] if want is None else [documents, documents[0]] if len(documents) == 1 else [documents]
        yield "text", case["input"], right


def of_jmend(program, cases):
    """jmend's values, in order."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text, _ in cases:
            path = Path(folder, name)
            path.write_text(text, encoding="utf-8", newline="")
            command = [program, "repair", "--no-config", "--report", path]
            reports = [json.loads(line) for line in subprocess.run(command, capture_output=True, check=False).stdout.splitlines()]
            values = [value for report in reports if report["ok"] for value in report.get("values", [report.get("value")])]
            is_whole = values and all(report["ok"] for report in reports)
            yield REFUSED if not is_whole else values[0] if len(values) == 1 else values


def of_peer(command, cases):
    """A peer's values, in order."""
    feed = "".join(json.dumps({"id": n, "input": text}) + "\n" for n, (_, text, _) in enumerate(cases))
    output = subprocess.run(command.split(), input=feed, stdout=subprocess.PIPE, text=True, check=True).stdout
    answers = map(json.loads, output.splitlines())
    return [answer["value"] if answer["ok"] else REFUSED for answer in answers]


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--jmend", default=str(ROOT / "target/release/jmend"))
    arguments.add_argument("--peers", type=Path, default=ROOT / "peers-run")
    arguments.add_argument("--write", action="store_true", help="write docs/evidence/people.md")
    options = arguments.parse_args()
    peers = options.peers.resolve() if (options.peers / "venv").exists() else recovery.installed(options.peers)
    rows = ["| right | texts | jmend | " + " | ".join(PEERS) + " |", "|---|--:|--:|" + "--:|" * len(PEERS)]
    for about, source in (("files that people broke and repaired", files), ("texts of public threads", threads)):
        cases = list(source())
        values = [list(of_jmend(options.jmend, cases))]
        values += [of_peer(recovery.PEERS[name][1].format(dir=peers), cases) for name in PEERS]
        right = [sum(any(same(value, want) for want in case[2]) for value, case in zip(each, cases, strict=True)) for each in values]
        rows.append(f"| {about} | {len(cases)} | " + " | ".join(f"{100 * n / len(cases):.1f} %" for n in right) + " |")
    print(*rows, sep="\n")
    if options.write:
        versions = ", ".join([recovery.version(options.jmend), *(recovery.PEERS[name][0] for name in PEERS)])
        (ROOT / "docs/evidence/people.md").write_text(PAGE.format(versions=versions, rows="\n".join(rows)), encoding="utf-8")


if __name__ == "__main__":
    main()
