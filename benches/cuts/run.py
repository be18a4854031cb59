#!/usr/bin/env python3
"""Cuts documents at every byte, and counts the cuts that `jmend repair --truncated refuse` does not notice.

usage: run.py --jmend PROGRAM [--seed 1] [--documents 600] [--damaged 150] [--most 250] [--only KIND] [--list FILE]

Three tables come out, one row for each kind of damage:
  valid     documents that are JSON, cut at every byte, with `--truncated refuse` and with `--truncated close`
  damaged   the same documents damaged in one way, cut at up to --most bytes each
  whole     the same documents damaged in the same way, not cut: how many are called truncated all the same
A cut is noticed when the record is refused, or, with `close`, when it is marked as truncated. Cuts after the last closing
bracket are no cuts. `--list FILE` writes each miss as a line of JSON. Ends with status 1 where a share is above its limit.
"""
import argparse
import html
import json
import pathlib
import random
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
BASE = HERE.parents[2] / "shared" / "bench" / "base.jsonl"
TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[-+0-9.eE]+|true|false|null|[{}\[\],:]|\s+')

# What a kind may miss, in percent of its cuts. Where part of the damage is ambiguous, the reason stands beside it.
LIMIT = 0.02
LIMITS = {
    "wrong-closers": 100.0,  # a bracket of the wrong kind at the cut closes the document for every reader
    "wrong-opener": 100.0,  # `{` before the items of an array: the first item is whole, and may be all there is
}
WHOLE_LIMIT = 0.3
WHOLE_LIMITS = {
    # A last string without its end is a text that ends in a string: it cannot be told from a cut.
    "closing-quotes": 100.0,
    "opening-quotes": 100.0,
    # One closer too few at the end: which one it was does not show, and the last one may be what a cut took.
    "inner-closers": 100.0,
}


def tokens(text):
    return TOKEN.findall(text)


def is_string(token):
    return token.startswith('"')


def each(text, change):
    return "".join(change(token) for token in tokens(text))


def is_key(parts, at):
    rest = (part for part in parts[at + 1 :] if not part.isspace())
    return is_string(parts[at]) and next(rest, "") == ":"


def inner_quotes(text, rng):
    def change(token):
        if not is_string(token) or len(token) < 9 or rng.random() > 0.4:
            return token
        inner = token[1:-1]
        if '\\"' in inner:
            return '"' + inner.replace('\\"', '"') + '"'
        words = inner.split(" ")
        if len(words) > 1:
            at = rng.randrange(len(words))
            words[at] = f'"{words[at]}"'
        return '"' + " ".join(words) + '"'

    return each(text, change)


def single_quotes(text, _):
    def change(token):
        if not is_string(token):
            return token
        return "'" + token[1:-1].replace('\\"', '"').replace("'", "\\'") + "'"

    return each(text, change)


def left_out(sign, share):
    return lambda text, rng: each(text, lambda token: " " if token == sign and rng.random() < share else token)


def without_quotes(wants_keys):
    def change(text, _):
        parts = tokens(text)
        words = re.compile(r'"[A-Za-z_][\w ]*"' if not wants_keys else r'"[A-Za-z_]\w*"')
        plain = lambda at: is_key(parts, at) == wants_keys and words.fullmatch(parts[at])
        return "".join(part[1:-1] if is_string(part) and plain(at) else part for at, part in enumerate(parts))

    return change


def lost_quotes(closing):
    def change(token, rng):
        if not is_string(token) or len(token) < 5 or rng.random() > 0.15:
            return token
        return token[:-1] if closing else token[1:]

    return lambda text, rng: each(text, lambda token: change(token, rng))


def trailing_commas(text, rng):
    out = []
    for token in tokens(text):
        if token in "}]" and out and out[-1] not in ("{", "[") and rng.random() < 0.6:
            out.append(",")
        out.append(token)
    return "".join(out)


def comments(text, rng):
    notes = [' // see "a", {b}\n', " /* it's new */ ", " # later\n"]
    return each(text, lambda token: token + (rng.choice(notes) if token == "," and rng.random() < 0.4 else ""))


def inner_closers(change):
    def damage(text, rng):
        parts = tokens(text)
        last = len(parts) - 1
        hit = lambda at, part: part in ("}", "]") and at < last and rng.random() < 0.25
        return "".join(change(part) if hit(at, part) else part for at, part in enumerate(parts))

    return damage


def two_records(text, _):
    first = text.replace("\n", " ")
    return first + "\n" + first.replace("e", "f")


KINDS = {
    "single-quotes": single_quotes,
    "python": lambda text, _: repr(json.loads(text)),
    "inner-quotes": inner_quotes,
    "commas": left_out(",", 0.6),
    "colons": left_out(":", 0.6),
    "unquoted-keys": without_quotes(True),
    "unquoted-values": without_quotes(False),
    "trailing-commas": trailing_commas,
    "comments": comments,
    "smart-quotes": lambda text, _: each(text, lambda t: "“" + t[1:-1] + "”" if is_string(t) else t),
    "raw-lines": lambda text, _: each(text, lambda t: t.replace("\\n", "\n") if is_string(t) else t),
    "closing-quotes": lost_quotes(True),
    "opening-quotes": lost_quotes(False),
    "inner-closers": inner_closers(lambda _: ""),
    "wrong-closers": inner_closers(lambda closer: {"}": "]", "]": "}"}[closer]),
    "escaped": lambda text, _: json.dumps(text)[1:-1],
    "entities": lambda text, _: html.escape(text, quote=False).replace('"', "&quot;"),
    "plus-numbers": lambda text, _: each(text, lambda t: "+" + t if t.isdigit() else t),
    "doubled-opener": lambda text, _: "{" + text if text[0] == "{" else text,
    "wrong-opener": lambda text, _: "{" + text[1:],
    "two-records": two_records,
}
HEADS = {
    "prose": "Sure, here is the call:\n",
    "fence": "Here:\n```json\n",
    "reasoning": '<think>I need {"a": 1} maybe</think>\n',
    "assignment": "const x = ",
    "example": 'For example {"a": 1}. Now the real one:\n',
}


def texts(count, rng):
    """Documents that are JSON, of 60 to 1,500 characters: objects, and arrays of a few of them."""
    lines = BASE.read_text(encoding="utf-8").splitlines()
    rng.shuffle(lines)
    found = []
    for line in lines:
        value = json.loads(line)["arguments"]
        if rng.random() < 0.2:
            value = [value, value]
        text = json.dumps(value, ensure_ascii=False, indent=rng.choice([None, None, 2]))
        if 60 <= len(text) <= 1500:
            found.append(text)
        if len(found) == count:
            break
    return found


def reports(program, records, *options):
    command = [program, "repair", "--no-config", "--framing", "nul", "--report", "-q", "-j2", *options]
    data = b"".join(record + b"\0" for record in records)
    done = subprocess.run(command, input=data, capture_output=True)
    lines = done.stdout.splitlines()
    if len(lines) != len(records):
        sys.exit(f"{len(records)} records gave {len(lines)} reports: {done.stderr[:300]}")
    return [json.loads(line) for line in lines]


def is_unnoticed(report):
    return report["ok"] and not report["truncated"]


class Table:
    def __init__(self, title, limit_of, listed):
        self.title, self.limit_of, self.listed = title, limit_of, listed
        self.rows = {}

    def add(self, kind, inputs, missed):
        total, misses = self.rows.get(kind, (0, 0))
        self.rows[kind] = (total + len(inputs), misses + sum(missed))
        if self.listed:
            for record, miss in zip(inputs, missed):
                if miss:
                    text = record.decode("utf-8", "replace")
                    self.listed.write(json.dumps({"table": self.title, "kind": kind, "input": text}) + "\n")

    def print(self):
        """Prints the rows; returns whether all are within their limit."""
        print(f"\n{self.title}\n| kind | texts | counted | share |\n|---|--:|--:|--:|")
        is_good = True
        for kind, (total, misses) in self.rows.items():
            share = 100 * misses / max(total, 1)
            over = share > self.limit_of(kind)
            is_good &= not over
            print(f"| {kind} | {total:,} | {misses:,} | {share:.3f} %{' over' if over else ''} |")
        return is_good


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--jmend", required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--documents", type=int, default=600)
    parser.add_argument("--damaged", type=int, default=150)
    parser.add_argument("--most", type=int, default=250)
    parser.add_argument("--only")
    parser.add_argument("--list", type=argparse.FileType("w"))
    options = parser.parse_args()
    if not BASE.exists():
        sys.exit(f"skipped: {BASE} is not here")
    rng = random.Random(options.seed)
    valid = Table("valid, cut at every byte: not noticed", lambda _: 0, options.list)
    damaged = Table("damaged and cut: not noticed", lambda kind: LIMITS.get(kind, LIMIT), options.list)
    whole = Table("damaged and whole: called truncated", lambda kind: WHOLE_LIMITS.get(kind, WHOLE_LIMIT), options.list)
    for text in texts(0 if options.only else options.documents, rng):
        data = text.encode()
        cuts = [data[:at] for at in range(1, len(data))]
        refused = reports(options.jmend, cuts, "--truncated", "refuse")
        valid.add("refuse", cuts, [report["ok"] for report in refused])
        valid.add("close", cuts, [is_unnoticed(report) for report in reports(options.jmend, cuts)])
    wholes = {}
    for text in texts(options.damaged, rng):
        for kind in [*KINDS, *HEADS]:
            if options.only not in (None, kind):
                continue
            head = HEADS.get(kind, "")
            broken = KINDS[kind](text, rng) if kind in KINDS else head + text
            if broken == text:
                continue
            data = broken.encode("utf-8", "surrogatepass")
            first = len(head.encode()) + 2 if head else 1
            first = len(text.encode()) + 3 if kind == "two-records" else first
            places = list(range(first, len(data)))
            if len(places) > options.most:
                places = sorted(rng.sample(places, options.most))
            cuts = [data[:at] for at in places]
            missed = [report["ok"] for report in reports(options.jmend, cuts, "--truncated", "refuse")]
            damaged.add(kind, cuts, missed)
            wholes.setdefault(kind, []).append(data)
    for kind, records in wholes.items():
        whole.add(kind, records, [report.get("truncated", False) for report in reports(options.jmend, records)])
    good = [table.print() for table in (valid, damaged, whole) if table.rows]
    sys.exit(0 if all(good) else 1)


if __name__ == "__main__":
    main()
