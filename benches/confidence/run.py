#!/usr/bin/env python3
"""Fits the weights of the confidence's signs on one half of the data and reports on the other half how well they hold.

usage: run.py [--signs PATH] [--count 2000] [--write | --check]

The data, all read in place: real model outputs (../shared/bench/real/dev), files that people broke and repaired
(../shared/bench/commits), public threads (../shared/bench/field4) with variants of what they show, and the corruption
benchmark of benches/recovery, without and with schemas. A checksum of the id says which half a record is in; of made
records, seed 1 is for the fit and seed 2 for the report. A value is right where the scorers of these data say so. A record that is refused or needs no repair has no part in it: only
what was changed has a confidence below 1.

Without a flag: reports on the program as it is compiled. --write fits the weights, writes src/core/repair/confidence/table.rs,
builds the program again, reports, and writes the diagram docs/evidence/confidence.svg and the figures in docs/evidence/confidence.md.
--check sets the status to 1 where the report is worse than what docs/evidence/confidence.md promises.

The program is the example `signs`, built with `cargo build --example signs` where --signs does not say where it is.
"""
import argparse
import collections
import importlib.util
import json
import lzma
import math
import os
import random
import subprocess
import sys
import tempfile
import zlib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BENCH = ROOT / "../shared/bench"
REAL = BENCH / "real"
PEOPLE = BENCH / "commits/dev.jsonl.xz"
THREADS = BENCH / "field4"
TABLE = ROOT / "src/core/repair/confidence/table.rs"
PAGE = ROOT / "docs/evidence/confidence.md"
DIAGRAM = ROOT / "docs/evidence/confidence.svg"
FIT, REPORT = 1, 0
# A seed of the benchmark for each half.
SEEDS = {FIT: 1, REPORT: 2}
# What docs/evidence/confidence.md promises: of the records with at least this confidence, this share is right, all data
# together. Of each source, the wrong ones at the first level must be within the interval of its share.
PROMISES = ((0.99, 0.99), (0.90, 0.96))
MOST_ERROR = 0.03
# The most that a record has whose fixes the evidence cannot settle: `Confidence::UNSETTLED`.
UNSETTLED = 89
# Variants of each kind and seed.
VARIANTS = 40

# How the data are weighed. Real outputs are fewer than made ones, and each counts for more. The engine was improved on these
# very data, the real outputs above all: an error that is left in them stands for several in data that it has not seen.
RECORD = {"real": 3.0, "people": 3.0, "threads": 3.0, "variants": 1.0, "benchmark": 1.0}
ERROR = {"real": 6.0, "people": 6.0, "threads": 6.0, "variants": 2.0, "benchmark": 2.0}
GROUPS = {"real": "real outputs", "people": "files that people repaired", "threads": "public threads",
          "variants": "variants of these", "benchmark": "benchmark"}
# Few errors are left, so most signs have few examples. What is known beforehand is that each sign is a sign of an error:
# a weight is drawn to this size, in units of log-odds, which a sign with several levels reaches by the root of its highest
# level; RIDGE is how strongly. Whatever the data say, no weight is less than LEAST.
PRIOR, RIDGE, LEAST = 1.5, 1.0, 0.1
# The only sign that speaks for a reading.
FOR = {"guided"}


def module(path):
    spec = importlib.util.spec_from_file_location(path.stem + "_of_" + path.parent.name, path)
    loaded = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(loaded)
    return loaded


def built(path):
    """The example that says what the program knows."""
    if path:
        return path
    subprocess.run(["cargo", "build", "--locked", "--quiet", "--example", "signs"], cwd=ROOT, check=True)
    return Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "debug/examples/signs"


def run(signs, cases):
    feed = "".join(json.dumps(case) + "\n" for case in cases).encode()
    output = subprocess.run([signs], input=feed, capture_output=True, check=True).stdout.decode()
    return [json.loads(line) for line in output.splitlines()]


Record = collections.namedtuple("Record", "half group source levels confidence is_unsettled is_right")


def records(rows, half, group, source):
    """Those rows (with `is_right`) that were repaired."""
    return [Record(half, group, source, tuple(row["levels"]), row["confidence"], row["unsettled"], row["is_right"])
            for row in rows if row["ok"] and not row["direct"]]


def real(signs):
    sys.path.insert(0, str(REAL))
    judge = module(REAL / "real.py")
    cases = [json.loads(line) for line in (REAL / "dev/real_repair.jsonl").read_text(encoding="utf-8").splitlines()]
    found = []
    for case, row in zip(cases, run(signs, [{"input": case["input"]} for case in cases]), strict=True):
        row["is_right"] = row["ok"] and judge.same(case["want"], row["values"])
        found += records([row], half(case["id"]), "real", case["source"])
    return found


def half(name):
    """The half that a record with this id is in."""
    return zlib.crc32(name.encode()) % 2


def people(signs):
    """Files that people broke and repaired, without those that have several readings."""
    judge = module(REAL / "real.py")
    with lzma.open(PEOPLE, "rt", encoding="utf-8") as file:
        cases = [case for case in map(json.loads, file) if not case["note"].get("label")]
    found = []
    for case, row in zip(cases, run(signs, [{"input": case["before"]} for case in cases]), strict=True):
        try:
            want = [json.loads(case["after"])]
        except ValueError:
            want = [json.loads(line) for line in case["after"].split("\n") if line.strip()]
        row["is_right"] = row["ok"] and judge.same(want, row["values"])
        found += records([row], half(case["id"]), "people", "people")
    return found


def threads(signs):
    """What users of other tools reported in public threads, and made variants of it."""
    sys.path.insert(0, str(REAL))
    judge = module(REAL / "real.py")
    made = module(THREADS / "variants.py")
    cases = [json.loads(line) for line in (THREADS / "dev.jsonl").read_text(encoding="utf-8").splitlines()]
    cases = [(half(case["id"]), "threads", case["input"], [case["want"], *case["accept"]])
             for case in cases if case["command"] == ["repair"] and case["want"] is not None]
    for part, seed in SEEDS.items():
        for kind, make in made.KINDS.items():
            for at in range(VARIANTS):
                text, wants = make(random.Random(f"{seed} {kind} {at}"))
                # A stray sign may be data: it is only told, and refused where a value would be made up.
                if kind != "X" and wants:
                    cases.append((part, "variants", text, wants))
    found = []
    for (part, group, _, wants), row in zip(cases, run(signs, [{"input": case[2]} for case in cases]), strict=True):
        row["is_right"] = row["ok"] and any(judge.same(want, row["values"]) for want in wants)
        found += records([row], part, group, group)
    return found


def value(row):
    """The value as --report has it."""
    return {"ok": row["ok"], "value": row["values"][0] if row["ok"] and len(row["values"]) == 1 else None}


def benchmark(signs, count):
    recovery = module(ROOT / "benches/recovery/run.py")
    sys.path.insert(0, str(BENCH))
    from score import judge, same
    found = []
    with tempfile.TemporaryDirectory() as folder:
        for half, seed in SEEDS.items():
            for source in recovery.SOURCES:
                path = recovery.make(source, seed, count // recovery.SHARES.get(source, 1), Path(folder))
                cases = [json.loads(line) for line in path.read_text(encoding="utf-8").split("\n") if line]
                rows = run(signs, [{"input": case["input"]} for case in cases])
                for case, row in zip(cases, rows, strict=True):
                    row["is_right"] = judge(case, value(row))
                found += records(rows, half, "benchmark", source)
                if source == "corrupt":
                    guided = [case for case in cases if not case["truncated"]]
                    found += records(with_schemas(signs, guided, same), half, "benchmark", "with schemas")
    return found


def with_schemas(signs, cases, same):
    """The same cases, read with the schemas of their tools where these have one; the truth is read so, too."""
    lines = (BENCH / "base.jsonl").read_text(encoding="utf-8").splitlines()
    schemas = {row["id"]: row["schema"] for row in map(json.loads, lines) if "schema" in row}
    cases = [case for case in cases if case["base"] in schemas]
    schema = [schemas[case["base"]] for case in cases]
    rows = run(signs, [{"input": case["input"], "schema": schema} for case, schema in zip(cases, schema)])
    truths = run(signs, [{"input": json.dumps(case["expected"]), "schema": schema} for case, schema in zip(cases, schema)])
    known = [(row, truth) for row, truth in zip(rows, truths, strict=True) if truth["ok"]]
    for row, truth in known:
        row["is_right"] = row["ok"] and same(truth["values"], row["values"])
    return [row for row, _ in known]


# ---- the fit


def fit(data, signs):
    """The base and the weight of each sign, in units of log-odds: logistic regression with bounds, by coordinate descent."""
    counts = collections.Counter()
    # What the evidence cannot settle has a bound of its own, whatever the weights say.
    for record in data:
        if record.is_unsettled:
            continue
        counts[record.levels, record.is_right] += RECORD[record.group] * (1.0 if record.is_right else ERROR[record.group])
    scale = len(data) / sum(counts.values())
    rows = [(levels, 1.0 if is_right else -1.0, weight * scale) for (levels, is_right), weight in counts.items()]
    bounds = [(-math.inf, -LEAST) if name in FOR else (LEAST, math.inf) for name, _, _ in signs]
    prior = [-LEAST if name in FOR else PRIOR / math.sqrt(most) for name, most, _ in signs]
    base, weights = 4.0, list(prior)
    scores = [base - sum(level * weight for level, weight in zip(levels, weights)) for levels, _, _ in rows]
    for _ in range(400):
        moved = 0.0
        for at in [-1, *range(len(signs))]:
            slope, bend = (0.0, 0.0) if at < 0 else (2 * RIDGE * (weights[at] - prior[at]), 2 * RIDGE)
            for (levels, sign, weight), score in zip(rows, scores):
                change = 1.0 if at < 0 else -levels[at]
                if change:
                    wrong = 1.0 / (1.0 + math.exp(min(sign * score, 700.0)))
                    slope -= weight * sign * wrong * change
                    bend += weight * wrong * (1.0 - wrong) * change * change
            step = -slope / (bend + 1e-9)
            step = max(-0.5, min(0.5, step))
            if at >= 0:
                step = max(bounds[at][0], min(bounds[at][1], weights[at] + step)) - weights[at]
                weights[at] += step
            else:
                base += step
            if step:
                scores = [score + step * (1.0 if at < 0 else -levels[at]) for (levels, _, _), score in zip(rows, scores)]
            moved = max(moved, abs(step))
        if moved < 1e-4:
            break
    return base, weights


def estimated(model, record):
    """The confidence that these weights give, in percent, as the program works it out."""
    base, weights = model
    score = round(100 * base) - sum(level * round(100 * weight) for level, weight in zip(record.levels, weights))
    return min(UNSETTLED if record.is_unsettled else 99, int(100 / (1 + math.exp(-score / 100))))


def write_table(model, signs):
    base, weights = model
    rows = "\n".join(f"    {round(100 * weight)}, // {name}: {reason}" for (name, _, reason), weight in zip(signs, weights))
    TABLE.write_text(f"""//! The weights of signals, in hundredths of a unit of log-odds. Written by `benches/confidence/run.py --write`; do not edit.

/// The score of a repaired record without any signal.
pub(super) const BASE: i32 = {round(100 * base)};

/// What each level of a signal takes from the score, in the order of the signals.
#[rustfmt::skip]
pub const WEIGHTS: [i32; super::COUNT] = [
{rows}
];
""", encoding="utf-8")


# ---- the report


def area(pairs):
    """The area under the ROC curve: how often a right record has a higher confidence than a wrong one; ties count half."""
    by_confidence = collections.defaultdict(lambda: [0, 0])
    for confidence, is_right in pairs:
        by_confidence[confidence][is_right] += 1
    below, won = 0, 0.0
    for confidence in sorted(by_confidence):
        wrong, right = by_confidence[confidence]
        won += right * (below + wrong / 2)
        below += wrong
    right = sum(is_right for _, is_right in pairs)
    return won / (below * right) if below and right else None


def error(pairs):
    """The expected calibration error: how far the share of right records is from the confidence, for each value of it."""
    by_confidence = collections.defaultdict(list)
    for confidence, is_right in pairs:
        by_confidence[confidence].append(is_right)
    off = (abs(sum(rights) - len(rights) * confidence / 100) for confidence, rights in by_confidence.items())
    return sum(off) / len(pairs)


def summary(pairs):
    """The figures of one set: records, wrong ones, share that is right from each level on, calibration error, area."""
    shares = []
    for level, least in PROMISES:
        rights = [is_right for confidence, is_right in pairs if confidence >= 100 * level]
        shares.append((len(rights), sum(rights) / len(rights) if rights else 1.0, least))
    return len(pairs), sum(not is_right for _, is_right in pairs), shares, error(pairs), area(pairs)


def keeps(figures):
    """Returns whether all data together keep what is promised."""
    _, _, shares, off, _ = figures
    return all(share >= least for _, share, least in shares) and off <= MOST_ERROR


def keeps_alone(figures):
    """Returns whether one source keeps what is promised at the first level, as far as its number of records can say."""
    count, share, least = figures[2][0]
    return count == 0 or interval(round(share * count), count)[1] >= least


def table(sets):
    lines = ["| data | repaired | wrong | at 0.99 and above | of these right | at 0.90 and above | of these right | calibration "
             "error | area under ROC |", "|---|--:|--:|--:|--:|--:|--:|--:|--:|"]
    for name, pairs in sets:
        count, wrong, ((high, right_high, _), (level, right_level, _)), off, roc = summary(pairs)
        area_text = "–" if roc is None else f"{roc:.3f}"
        lines.append(f"| {name} | {count} | {wrong} | {high} | {100 * right_high:.2f} % | {level} | {100 * right_level:.2f} % | "
                     f"{off:.4f} | {area_text} |")
    return "\n".join(lines)


def pairs_of(data):
    return [(record.confidence, record.is_right) for record in data]


def estimates(model, data):
    return [(estimated(model, record), record.is_right) for record in data]


def by_group(data, pairs):
    """Each group of sources, and all together."""
    groups = [(name, pairs([record for record in data if record.group == group])) for group, name in GROUPS.items()]
    return [*groups, ("all", pairs(data))]


def by_source(data, signs):
    """Each source of real outputs, with weights that were fitted without it."""
    sets = []
    for source in sorted({record.source for record in data if record.group == "real"}):
        model = fit([record for record in data if record.source != source], signs)
        sets.append((source, estimates(model, (record for record in data if record.source == source))))
    return sets


# ---- the diagram

# Confidence of the bars, from below to above, in percent; the last one is 0.99.
BARS = ((0, 50), (50, 80), (80, 90), (90, 95), (95, 97), (97, 98), (98, 99), (99, 100))


def interval(right, count):
    """The interval of Wilson, 95 %."""
    z, share = 1.96, right / count
    middle, half = share + z * z / (2 * count), z * math.sqrt(share * (1 - share) / count + z * z / (4 * count * count))
    return (middle - half) / (1 + z * z / count), (middle + half) / (1 + z * z / count)


def diagram(sets):
    """Bars: what share of records with this confidence is right. Both axes show the odds, for the high values matter."""
    left, top, side, span = 70, 30, 400, 6.0
    place = lambda share: (math.log(min(max(share, 0.05), 0.9975) / (1 - min(max(share, 0.05), 0.9975))) + 2.95) / (span + 2.95)
    x, y = (lambda share: left + side * place(share)), (lambda share: top + side - side * place(share))
    ticks = (0.1, 0.5, 0.8, 0.9, 0.95, 0.98, 0.99)
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {left + side + 30} {top + side + 90}" font-family="sans-serif" '
           'font-size="12" role="img" aria-label="Reliability diagram: share of right records for each confidence">',
           '<rect width="100%" height="100%" fill="#ffffff"/>',
           f'<rect x="{left}" y="{top}" width="{side}" height="{side}" fill="none" stroke="#999999"/>',
           f'<path d="M{x(.05):.0f} {y(.05):.0f}L{x(.9975):.0f} {y(.9975):.0f}" stroke="#999999" stroke-dasharray="4 4"/>']
    for tick in ticks:
        out += [f'<path d="M{x(tick):.1f} {top + side}v5M{left} {y(tick):.1f}h-5" stroke="#666666"/>',
                f'<text x="{x(tick):.1f}" y="{top + side + 19}" text-anchor="middle" font-size="10">{tick}</text>',
                f'<text x="{left - 9}" y="{y(tick) + 4:.1f}" text-anchor="end">{tick}</text>']
    for at, (name, color, pairs) in enumerate(sets):
        points = []
        for low, high in BARS:
            inside = [(confidence, is_right) for confidence, is_right in pairs if low <= confidence < high]
            if not inside:
                continue
            mean = sum(confidence for confidence, _ in inside) / len(inside) / 100
            right, (least, most) = sum(is_right for _, is_right in inside), interval(sum(r for _, r in inside), len(inside))
            here = x(mean) + 4 * at - 2
            points.append(f'{here:.1f},{y(right / len(inside)):.1f}')
            out += [f'<path d="M{here:.1f} {y(least):.1f}V{y(most):.1f}" stroke="{color}" stroke-width="2" opacity="0.5"/>',
                    f'<circle cx="{here:.1f}" cy="{y(right / len(inside)):.1f}" r="{2.5 + math.log10(len(inside)):.1f}" fill="{color}">'
                    f'<title>{name}: {right} of {len(inside)} right</title></circle>']
        out += [f'<polyline points="{" ".join(points)}" fill="none" stroke="{color}"/>',
                f'<circle cx="{left + 14}" cy="{top + 16 + 18 * at}" r="5" fill="{color}"/>',
                f'<text x="{left + 26}" y="{top + 20 + 18 * at}">{name}</text>']
    notes = ("Larger points stand for more records; the lines show 95 % intervals.",
             "On the broken line, the share of right records is the confidence.")
    out += [f'<text x="{left + side / 2}" y="{top + side + 42}" text-anchor="middle">confidence</text>',
            f'<text transform="translate(18 {top + side / 2}) rotate(-90)" text-anchor="middle">share of right records</text>',
            *(f'<text x="{left}" y="{top + side + 64 + 14 * at}" font-size="10" fill="#555555">{note}</text>'
              for at, note in enumerate(notes)), "</svg>", ""]
    return "\n".join(out)


MARKS = ("<!-- figures: written by benches/confidence/run.py --write -->", "<!-- end of figures -->")


def write_page(sets):
    page = PAGE.read_text(encoding="utf-8")
    before, rest = page.split(MARKS[0])
    PAGE.write_text(f"{before}{MARKS[0]}\n{table(sets)}\n{MARKS[1]}{rest.split(MARKS[1])[1]}", encoding="utf-8")


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--signs", type=Path)
    arguments.add_argument("--count", type=int, default=2000)
    arguments.add_argument("--write", action="store_true")
    arguments.add_argument("--check", action="store_true")
    options = arguments.parse_args()
    if not REAL.exists():
        sys.exit(f"{REAL} is not there: the data and the judges come from it")
    signs = built(options.signs)
    known = json.loads(subprocess.run([signs, "--list"], capture_output=True, check=True).stdout)
    data = real(signs) + people(signs) + threads(signs) + benchmark(signs, options.count)
    if options.write:
        model = fit([record for record in data if record.half == FIT], known)
        write_table(model, known)
        data = [record._replace(confidence=estimated(model, record)) for record in data]
    report = [record for record in data if record.half == REPORT]
    sets = by_group(report, pairs_of)
    print(table(sets), "\n")
    benchmarks = sorted({record.source for record in report if record.group == "benchmark"})
    print(table([(name, pairs_of(record for record in report if record.source == name)) for name in benchmarks]), "\n")
    if not options.check:
        other = fit(report, known)
        swapped = by_group([record for record in data if record.half == FIT], lambda data: estimates(other, data))
        sources = by_source(data, known)
        print(f"the other way round, fitted on the half of the report:\n\n{table(swapped)}\n")
        print(f"each source with weights that were fitted without it:\n\n{table(sources)}\n")
    if options.write:
        colors = ("#1f6fb4", "#8a5fb0", "#4f9d69", "#999999", "#d9772b")
        shown = [(name, color, pairs) for (name, pairs), color in zip(sets, colors) if pairs]
        DIAGRAM.write_text(diagram(shown), encoding="utf-8")
        write_page(sets)
    *groups, (_, together) = sets
    kept = [keeps_alone(summary(pairs)) for _, pairs in groups] + [keeps(summary(together))]
    print(", ".join(f"{name}: {'kept' if is_kept else 'NOT KEPT'}" for (name, _), is_kept in zip(sets, kept)))
    if options.check and not all(kept):
        sys.exit(1)


if __name__ == "__main__":
    main()
