#!/usr/bin/env python3
"""Recovery beside the peers: known values, damaged, mended, compared with the truth.

usage: run.py [--jmend PATH] [--peers DIR] [--seeds 1,2,3] [--count 2000] [--write | --failures SOURCE]

Makes the cases with ../shared/bench/corrupt.py (damage as a sample of the wild) and more_operators.py (damage that no
operator there makes), the former once more from values of other shapes (shapes.py), rows with the same damage in each
(rows.py), and long code whose quotes nobody escaped (long_code.py); judges every program with ../shared/bench/score.py, and
prints one table for each. --write puts them into docs/recovery.md. Also counted: silent errors, where jmend's value is wrong
and the highest risk it reports is `syntax` or none, which is the worst outcome for whoever relies on the report.
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


def markdown(table, count, names):
    lines = ["| damage | cases | " + " | ".join(names) + " |", "|---|--:|" + "--:|" * len(names)]
    for op in sorted(table, key=lambda op: (op != "ALL", op)):
        cells = [f"{100 * right / of:.1f} %" if of else "–" for right, of in (table[op].get(name, (0, 0)) for name in names)]
        of = max(of for _, of in table[op].values())
        lines.append(f"| {'**all**' if op == 'ALL' else op} | {of} | " + " | ".join(cells) + " |")
    wrong = count["wrong"] + count["silent"] + count["refused"]
    per_mille = 1000 * count["silent"] / max(1, count["cases"])
    lines += ["", f"Of {count['cases']} cases jmend got {wrong} wrong, {count['refused']} of "
              f"them as a refusal. Silent errors (wrong, at risk `syntax` or none): {count['silent']}, "
              f"that is {per_mille:.1f} in 1,000 cases."]
    return "\n".join(lines)


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


def explained(jmend):
    """A specimen and what `jmend explain --readings` says of it."""
    specimen = ROOT / "fixtures/readings/lost-quote.txt"
    command = [jmend, "explain", "--readings", str(specimen)]
    output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    lines = [*specimen.read_text().splitlines(), "", *output.splitlines()]
    return "\n".join(f"    {line}".rstrip() for line in lines)


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
    arguments.add_argument("--write", action="store_true", help="put the tables into docs/recovery.md")
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
        sample, further, shapes, rows, code = (markdown(*measure(source, options, programs, Path(folder)), names) for source in SOURCES)
    own = subprocess.run([options.jmend, "--version"], capture_output=True, text=True, check=True).stdout.strip()
    tools = [own, *(label.format(**versions) for label, _ in PEERS.values()), f"Python {platform.python_version()}"]
    seeds = ", ".join(map(str, options.seeds))
    text = f"""# Recovery

Known values, damaged, mended, compared with the truth. Written by `benches/recovery/run.py --write`; do not edit.

    benches/recovery/run.py --seeds {seeds.replace(' ', '')} --count {options.count} --write

{', '.join(tools)}.
{machine()}.

A case with several kinds of damage counts in each row. An answer is right when the value is equal to the true one; for
cut-off input, when every complete member is there and nothing is invented.

## Damage as models do it

`../shared/bench/corrupt.py`, seeds {seeds}, up to {options.count} cases each.

{sample}

## Damage of other kinds

`benches/recovery/more_operators.py`, seeds {seeds}, up to {options.count} cases each: none of these kinds is in the sample above.

{further}

## Values of other shapes

`../shared/bench/corrupt.py` as above, on the values of `benches/recovery/shapes.py`: trees whose objects hold objects of the
same names, rows of mixed literals, JSON inside strings, sentences, queries.

{shapes}

## The same slip in each row

`benches/recovery/rows.py`, seeds {seeds}, {options.count} cases each: documents of 3 to 60 rows with one kind of damage, at the
same place of every row or of a third of them.

{rows}

## Long code in strings

`benches/recovery/long_code.py`, seeds {seeds}, {options.count // SHARES["long_code"]} cases each: texts with quotes in them from the shared base, one to
sixteen one below the other, in the calls that write and change files, and no quote in them escaped.

{code}

## Why a text is read as it is

Where a token can be taken in several ways, each reading is charged what its fixes cost (`src/core/parser/weights.rs` has
every cost and its reason), and the one that has cost least by the end of the document wins; what follows the document
has its price, too. The same slip in row after row is no accident, and costs less from the third on.
`jmend explain --readings` shows the readings of one text, with a mark at those that won:

{explained(options.jmend)}
"""
    print(text)
    if options.write:
        (ROOT / "docs").mkdir(exist_ok=True)
        (ROOT / "docs/recovery.md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
