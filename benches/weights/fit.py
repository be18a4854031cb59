#!/usr/bin/env python3
"""Fits the weights of the cost model, shows what each is needed for, and compares two programs case by case.

usage: fit.py --jmend PATH fit [--write] [--sweeps 3]
       fit.py --jmend PATH ablate
       fit.py --jmend PATH rules
       fit.py --jmend PATH compare OTHER

PATH is a program with the feature `tuning`, which reads weights from the environment:
    cargo build --release --no-default-features --features cli,tuning

The data: the corruption benchmark and its sources (benches/recovery/run.py; --seeds, default 1 to 5), the rows of
fixtures/repair, and, where they are there, ../shared/bench/real/dev, the threads of field4, and the files of commits (for `rules`
and `compare` alone: the fit shall not see them). A case is right where the scorer of its source says so.

fit      coordinate descent: each weight goes one level up or down where that makes more cases right. A fixture counts for
         two. --write puts the result into src/core/repair/parser/model/weights.rs.
ablate   for each feature: how many cases get wrong or right when its weight is 0, and the fixtures among them. A feature
         that nothing needs goes, and one that a single fixture needs wants a general form.
rules    for each place of the grammar that proposes readings: how many cases the winner came through it in, and which fixtures
         where these are few. A rule that no winner came through goes, and one that a single fixture needs wants a general form.
compare  the cases whose judgement differs between PATH and OTHER, as lines of TSV: source, id, better or worse.
"""
import argparse
import collections
import importlib.util
import json
import lzma
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BENCH = ROOT / "../shared/bench"
REAL = BENCH / "real"
TABLE = ROOT / "src/core/repair/parser/model/weights.rs"
ROW = re.compile(r"^    (\w+) = (\d+),$", re.M)
FIXTURE = "fixture"
COUNTS_FOR = {FIXTURE: 2}
UNSEEN = ("threads", "files")
FEW = 3
"""Cases of a rule that are listed."""


def module(path):
    spec = importlib.util.spec_from_file_location(path.stem, path)
    loaded = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(loaded)
    return loaded


def table():
    """The weights as they are, and the levels that a weight may have."""
    text = TABLE.read_text()
    levels = re.search(r"const LEVELS: \[u32; \d+\] = \[([^\]]*)\]", text).group(1)
    return {name: int(weight) for name, weight in ROW.findall(text)}, [int(level) for level in levels.split(",")]


class Cases:
    """All cases, and how each outcome of one was judged."""

    def __init__(self, seeds, count, unseen):
        sys.path[:0] = [str(BENCH), str(REAL)]
        self.rows, self.judged = [], []
        recovery = module(ROOT / "benches/recovery/run.py")
        with tempfile.TemporaryDirectory() as folder:
            for source in recovery.SOURCES:
                for seed in seeds:
                    self.read(source, recovery.make(source, seed, count // recovery.SHARES.get(source, 1), Path(folder)))
        for path in sorted((ROOT / "fixtures/repair").glob("*.jsonl")):
            self.read(FIXTURE, path)
        if REAL.exists():
            self.read("real", REAL / "dev/real_repair.jsonl")
            self.same = module(REAL / "real.py").same
        if unseen and REAL.exists():
            self.add("threads", map(json.loads, (BENCH / "field4/dev.jsonl").open(encoding="utf-8")))
            with lzma.open(BENCH / "commits/dev.jsonl.xz", "rt", encoding="utf-8") as lines:
                self.add("files", filter(None, map(repaired, map(json.loads, lines))))
        self.feed = "".join(json.dumps(row["input"]) + "\n" for _, row in self.rows).encode()
        self.score = module(BENCH / "score.py").judge

    def read(self, source, path):
        self.add(source, (json.loads(line) for line in path.read_text(encoding="utf-8").split("\n") if line))

    def add(self, source, rows):
        rows = list(rows)
        self.rows += [(source, row) for row in rows]
        self.judged += [{} for _ in rows]

    def is_right(self, source, row, report):
        if source in ("real", *UNSEEN):
            values = report.get("values", [report.get("value")]) if report["ok"] else []
            return any(self.same(want, values) for want in (row["want"], *row.get("accept", [])))
        if source != FIXTURE:
            return bool(self.score(row, {"ok": report["ok"], "value": report.get("value")}))
        codes = sorted({fix["code"] for fix in report.get("fixes", [])})
        return (("error" not in row or report.get("error", {}).get("code") == row["error"])
                and ("expected" not in row or report.get("value", report.get("values")) == row["expected"])
                and all(report.get(key) == row[key] for key in ("strategy", "risk", "truncated", "cut") if key in row)
                and ("codes" not in row or codes == sorted(row["codes"])))

    def run(self, jmend, weights=None):
        """Is each case right?"""
        setting = ",".join(f"{name}={weight}" for name, weight in (weights or {}).items())
        command = [jmend, "repair", "--no-config", "--framing", "strings", "--report", "-q"]
        output = subprocess.run(command, input=self.feed, capture_output=True, check=False,
                                env={**os.environ, "JMEND_WEIGHTS": setting}).stdout.split(b"\n")[:-1]
        right = []
        for (source, row), line, judged in zip(self.rows, output, self.judged, strict=True):
            key = hash(line)
            if key not in judged:
                judged[key] = self.is_right(source, row, json.loads(line))
            right.append(judged[key])
        return right

    def difference(self, before, after):
        """What changed, by source: (better, worse); and the net loss."""
        counts = collections.Counter((source, is_right) for (source, _), was_right, is_right
                                     in zip(self.rows, before, after, strict=True) if was_right != is_right)
        loss = sum((-1 if is_right else 1) * COUNTS_FOR.get(source, 1) * n for (source, is_right), n in counts.items())
        told = ", ".join(f"{source} {'+' if is_right else '-'}{n}" for (source, is_right), n in sorted(counts.items()))
        return loss, told


def fit(cases, options):
    weights, levels = table()
    start = cases.run(options.jmend, weights)
    best, found = 0, dict(weights)
    for _ in range(options.sweeps):
        before = best
        for name in weights:
            at = levels.index(found[name])
            for level in [levels[near] for near in (at - 1, at + 1) if 0 <= near < len(levels)]:
                loss, told = cases.difference(start, cases.run(options.jmend, {**found, name: level}))
                if loss < best:
                    print(f"{name} {found[name]} -> {level}: {told}", flush=True)
                    best, found[name] = loss, level
        if best == before:
            break
    changed = {name: weight for name, weight in found.items() if weight != weights[name]}
    print(f"{-best} cases more are right with {changed or 'the weights as they are'}")
    if options.write:
        TABLE.write_text(ROW.sub(lambda row: f"    {row[1]} = {found[row[1]]},", TABLE.read_text()))


def ablate(cases, options):
    weights, _ = table()
    start = cases.run(options.jmend, weights)
    print("| feature | weight | without it | fixtures that need it |\n|---|--:|---|---|")
    for name in weights:
        after = cases.run(options.jmend, {**weights, name: 0})
        _, told = cases.difference(start, after)
        needs = [row["id"] for (source, row), was, now in zip(cases.rows, start, after, strict=True)
                 if source == FIXTURE and was and not now]
        print(f"| {name} | {weights[name]} | {told or 'nothing changes'} | {', '.join(needs)} |", flush=True)


def repaired(row):
    """The case of a file that a person repaired; `None` where what they left is no strict JSON."""
    try:
        return {"id": row["id"], "input": row["before"], "want": [json.loads(row["after"].removeprefix("\ufeff"))]}
    except ValueError:
        return None


def rules(cases, options):
    by_text = collections.defaultdict(list)
    for source, row in cases.rows:
        by_text[row["input"]].append(row["id"] if source == FIXTURE else source)
    needed = {site: [] for site in proposals()}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "rules"
        command = [options.jmend, "repair", "--no-config", "--framing", "strings", "-q", "-j1"]
        subprocess.run(command, input=cases.feed, capture_output=True, check=False, env={**os.environ, "JMEND_RULES": str(path)})
        for line in path.read_text(encoding="utf-8").split("\n")[:-1]:
            sites, text = line.split("\t", 1)
            for site in sites.split():
                needed.setdefault(site, []).append(by_text.get(json.loads(text), ["a part of a text"])[0])
    print("| rule | cases | where there are few |\n|---|--:|---|")
    for site, cases_of in sorted(needed.items(), key=lambda item: len(item[1])):
        print(f"| {site} | {len(cases_of)} | {', '.join(sorted(set(cases_of))) if len(cases_of) <= FEW else ''} |")


def proposals():
    """The places of the grammar that propose readings: `file:line/number`."""
    for path in sorted((ROOT / "src/core/repair/parser").rglob("*.rs")):
        text = path.read_text()
        for call in re.finditer(r"\bg\s*\.(?:push\(|weigh\(\[([^\]]*)\])", text):
            line = text.count("\n", 0, text.index(".", call.start())) + 1
            for number in range(readings(call[1] or "x")):
                yield f"{path.name}:{line}/{number}"


def readings(items):
    """The number of items of a list in the source; a comma in parentheses separates none."""
    while (flat := re.sub(r"\([^()]*\)", "", items)) != items:
        items = flat
    return sum(bool(item.strip()) for item in items.split(","))


def compare(cases, options):
    new, old = cases.run(options.jmend), cases.run(options.other)
    for (source, row), is_right, was_right in zip(cases.rows, new, old, strict=True):
        if is_right != was_right:
            print(source, row.get("id"), "better" if is_right else "worse", sep="\t")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--jmend", required=True)
    parser.add_argument("--seeds", type=lambda text: text.split(","), default=list("12345"))
    parser.add_argument("--count", type=int, default=2000)
    commands = parser.add_subparsers(dest="command", required=True)
    command = commands.add_parser("fit")
    command.add_argument("--write", action="store_true")
    command.add_argument("--sweeps", type=int, default=3)
    commands.add_parser("ablate")
    commands.add_parser("rules")
    commands.add_parser("compare").add_argument("other")
    options = parser.parse_args()
    cases = Cases(options.seeds, options.count, options.command in ("rules", "compare"))
    print(f"{len(cases.rows)} cases", file=sys.stderr)
    {"fit": fit, "ablate": ablate, "rules": rules, "compare": compare}[options.command](cases, options)


if __name__ == "__main__":
    main()
