#!/usr/bin/env python3
"""Recovery beside the peers: known values are damaged, repaired, and compared with the truth.

usage: run.py [--jmend PATH] [--peers DIR] [--seeds 1,2,3] [--count 2000] [--write | --failures SOURCE]

Makes the cases with ../shared/bench/corrupt.py (damage as a sample of the wild) and more_operators.py (damage that no
operator there makes), the former once more from values of other shapes (shapes.py), rows with the same damage in each
(rows.py), and long code with unescaped quotes (long_code.py); judges every program with ../shared/bench/score.py, and
prints a row for each. --write puts them into docs/evidence/recovery.md, and the rows by kind of damage into
benches/recovery/results.tsv. Also counted: silent errors, where jmend's value is wrong
and the highest risk it reports is `syntax` or none, which is the worst outcome for a caller that relies on the report.
--failures runs jmend alone on one source of cases and prints the cases that it gets wrong as JSON, for a test.
The peers are installed by ../shared/bench/peers/setup.sh when DIR (default: peers-run) does not hold them.
"""
import argparse
import collections
import json
import os
import platform
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BENCH = ROOT / "../shared/bench"
# Damage as a sample of the wild, damage of kinds that are not in that sample, the former on values of other shapes, and
# damage that comes again in each row.
HERE = ROOT / "benches/recovery"
SOURCES = {"corrupt": BENCH / "corrupt.py", "more_operators": HERE / "more_operators.py", "shapes": BENCH / "corrupt.py",
           "rows": HERE / "rows.py", "long_code": HERE / "long_code.py"}
# Long cases are fewer: one in so many.
SHARES = {"long_code": 4}
# What makes the values that a source damages, where that is not the shared base; rows.py makes its own.
BASES = {"shapes": HERE / "shapes.py", "rows": None}
sys.path.insert(0, str(BENCH))

JMEND = "jmend"
# One line for each source and kind of damage.
RESULTS = HERE / "results.tsv"
WHAT = {"corrupt": "damage that models cause", "more_operators": "damage of other kinds",
        "shapes": "damage that models cause, values of other shapes", "rows": "the same slip in each row",
        "long_code": "long code in strings"}
PAGE = """# Recovery

This page measures how many damaged documents come back as they were, in jmend and five other tools.
`benches/recovery/run.py --write` writes it; do not edit.

    {command}

{tools}.
{machine}.

Known values are damaged, repaired, and compared with the truth. An answer is right if its value equals the true one. If
the input was cut off, every complete key must be there, and nothing else.

{table}

A *silent error* is a wrong answer of jmend whose risk is `syntax` or none: the worst case for a caller who relies on the
risk. jmend refused {refused} of these documents.

- **Damage that models cause** (`../shared/bench/corrupt.py`, seeds {seeds}): 24 kinds, such as fences, prose, Python words,
  missing commas, unescaped quotes, and cuts. A document can have several.
- **Damage of other kinds** (`benches/recovery/more_operators.py`): 42 kinds that the first sample does not have, such as
  call wrappers, doubled braces, full-width punctuation, and reasoning blocks.
- **Values of other shapes** (`benches/recovery/shapes.py`): objects that hold objects with the same keys, rows of mixed
  literals, JSON inside strings, sentences, queries.
- **The same slip in each row** (`benches/recovery/rows.py`): 3 to 60 rows, each or a third of them with one kind of damage.
- **Long code in strings** (`benches/recovery/long_code.py`): calls that write or change files, with no quote escaped.

[results.tsv](../../benches/recovery/results.tsv) has every kind of damage. `tests/it/recovery.rs` runs jmend on the first seed,
and fails if a document that was right is wrong. [Schemas](../guide/schemas.md#what-the-parser-gains) says what a schema adds.
"""
# As setup.sh installs them; their versions are pinned there and in its Cargo.toml.
PEERS = {
    "json_repair": ("json_repair 0.64.5", "{dir}/venv/bin/python {dir}/run_json_repair.py"),
    "jsonrepair": ("jsonrepair 3.15.0", "node {dir}/run_jsonrepair.mjs"),
    "jsonrepair_rs": ("jsonrepair-rs {jsonrepair-rs}", "{dir}/rust/target/release/rust_peers --peer jsonrepair_rs"),
    "llm_json": ("llm_json {llm_json}", "{dir}/rust/target/release/rust_peers --peer llm_json"),
    "argmend": ("argmend {argmend}", "{dir}/rust/target/release/rust_peers --peer argmend"),
}


def installed(peers):
    """The folder of the peers, after installing them where they are missing."""
    if not (peers / "rust/target/release/rust_peers").exists():
        subprocess.run(["bash", str(BENCH / "peers/setup.sh"), str(peers)], check=True, stdout=sys.stderr)
    return peers.resolve()


def version(jmend):
    """The program and its version."""
    return subprocess.run([jmend, "--version"], capture_output=True, text=True, check=True).stdout.strip()


def locked_versions(peers):
    """Crate versions from the lock file of the Rust peers."""
    lines = (peers / "rust/Cargo.lock").read_text().split("\n")
    pairs = zip(lines, lines[1:])
    return {a.split('"')[1]: b.split('"')[1] for a, b in pairs if a.startswith("name = ") and b.startswith("version = ")}


def base(source, folder):
    """The values that are damaged, as arguments."""
    maker = BASES.get(source)
    if not maker:
        return [] if source in BASES else [str(BENCH / "base.jsonl")]
    values = folder / f"{source}.jsonl"
    if not values.exists():
        with open(values, "w", encoding="utf-8") as out:
            subprocess.run([sys.executable, str(maker)], check=True, stdout=out)
    return [str(values)]


def make(source, seed, count, folder):
    cases = folder / f"{source}-{seed}.cases.jsonl"
    command = [sys.executable, str(SOURCES[source]), "--seed", str(seed), "--count", str(count), *base(source, folder)]
    with open(cases, "w", encoding="utf-8") as out:
        subprocess.run(command, check=True, stdout=out)
    return cases


def score(cases, programs, folder):
    """What score.py says: operator → program → (right, all)."""
    result = folder / "score.json"
    command = [sys.executable, str(BENCH / "score.py"), str(cases), *programs, "--json", str(result)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    table = json.loads(result.read_text())["table"]
    return {op: {name: (round(rate * row["n"]), row["n"]) for name, rate in row.items() if name != "n"} for op, row in table.items()}


def failures(cases, jmend):
    """How many cases there are, and those that jmend gets wrong, each with how: "refused", "wrong", or "silent" where
    its report says no more than the risk `syntax`."""
    from score import judge
    rows = [json.loads(line) for line in cases.read_text(encoding="utf-8").split("\n") if line]
    feed = "".join(json.dumps(row["input"]) + "\n" for row in rows).encode()
    command = [jmend, "repair", "--framing", "strings", "--report", "-q"]
    output = subprocess.run(command, input=feed, capture_output=True, check=False).stdout.decode()
    failed = []
    for row, line in zip(rows, output.split("\n")[:-1], strict=True):
        report = json.loads(line)
        if judge(row, {"ok": report["ok"], "value": report.get("value")}):
            continue
        is_silent = report["ok"] and report["risk"] in (None, "syntax")
        failed.append((row, "silent" if is_silent else "wrong" if report["ok"] else "refused"))
    return len(rows), failed


def measure(source, options, programs, folder):
    table, count = collections.defaultdict(lambda: collections.defaultdict(lambda: (0, 0))), collections.Counter()
    for seed in options.seeds:
        cases = make(source, seed, options.count // SHARES.get(source, 1), folder)
        for op, row in score(cases, programs, folder).items():
            for name, (right, of) in row.items():
                table[op][name] = (table[op][name][0] + right, table[op][name][1] + of)
        of, failed = failures(cases, options.jmend)
        count["cases"] += of
        count.update(how for _, how in failed)
    return table, count


def shares(cells, names):
    """What part each program got right, in percent."""
    return [f"{100 * right / of:.1f}" if of else "–" for right, of in (cells.get(name, (0, 0)) for name in names)]


def cases_of(cells):
    return max(of for _, of in cells.values())


def summary(measured, names):
    """A row for each source: all kinds of damage together."""
    lines = ["| documents | cases | " + " | ".join(names) + " | silent errors |", "|---|--:|" + "--:|" * (len(names) + 1)]
    for source, (table, count) in measured.items():
        cells = table["ALL"]
        right = " | ".join(f"{share} %" for share in shares(cells, names))
        lines.append(f"| {WHAT[source]} | {cases_of(cells)} | {right} | {count['silent']} |")
    return "\n".join(lines)


def rows_by_damage(measured, names):
    """A line for each source and kind of damage, separated by tabs."""
    lines = ["\t".join(["source", "damage", "cases", *names])]
    for source, (table, _) in measured.items():
        for op in sorted(table, key=lambda op: (op != "ALL", op)):
            lines.append("\t".join([source, "all" if op == "ALL" else op, str(cases_of(table[op])), *shares(table[op], names)]))
    return "\n".join(lines) + "\n"


def print_failures(options):
    """The cases of one source that jmend gets wrong, as JSON: seed, id, kinds of damage, and how."""
    result = {"cases": 0, "failed": []}
    with tempfile.TemporaryDirectory() as folder:
        for seed in options.seeds:
            cases = make(options.failures, seed, options.count // SHARES.get(options.failures, 1), Path(folder))
            of, failed = failures(cases, options.jmend)
            result["cases"] += of
            result["failed"] += [{"seed": seed, "id": row["id"], "ops": row["ops"], "how": how} for row, how in failed]
    print(json.dumps(result))


def machine():
    model = next((line.split(":", 1)[1].strip() for line in open("/proc/cpuinfo", encoding="utf-8") if "model name" in line), "?") \
        if os.path.exists("/proc/cpuinfo") else platform.processor()
    return f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores, {model}"


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--jmend", default=str(ROOT / "target/release/jmend"))
    arguments.add_argument("--peers", type=Path, default=ROOT / "peers-run")
    arguments.add_argument("--seeds", type=lambda text: [int(seed) for seed in text.split(",")], default=[1, 2, 3])
    arguments.add_argument("--count", type=int, default=2000)
    arguments.add_argument("--write", action="store_true", help="write docs/evidence/recovery.md and results.tsv")
    arguments.add_argument("--failures", choices=SOURCES, help="the cases of this source that jmend gets wrong, as JSON")
    options = arguments.parse_args()
    if not BENCH.exists():
        sys.exit(f"{BENCH} is not there: the cases and the judge come from it")
    if options.failures:
        return print_failures(options)
    peers = installed(options.peers)
    versions = locked_versions(peers)
    programs = [f"{JMEND}=jmend:{options.jmend}", *(f"{name}={command.format(dir=peers)}" for name, (_, command) in PEERS.items())]
    names = [JMEND, *PEERS]
    with tempfile.TemporaryDirectory() as folder:
        measured = {source: measure(source, options, programs, Path(folder)) for source in SOURCES}
    tools = [version(options.jmend), *(label.format(**versions) for label, _ in PEERS.values()), f"Python {platform.python_version()}"]
    seeds = ", ".join(map(str, options.seeds))
    page = PAGE.format(command=f"benches/recovery/run.py --seeds {seeds.replace(' ', '')} --count {options.count} --write",
                       tools=", ".join(tools), machine=machine(), seeds=seeds,
                       refused=sum(count["refused"] for _, count in measured.values()), table=summary(measured, names))
    print(page)
    if options.write:
        (ROOT / "docs/evidence/recovery.md").write_text(page, encoding="utf-8")
        RESULTS.write_text(rows_by_damage(measured, names), encoding="utf-8")


if __name__ == "__main__":
    main()
