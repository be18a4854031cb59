#!/usr/bin/env python3
"""Random inputs of the kinds that a security audit found, with seeds that no fix has seen.

usage: run.py --jmend PROGRAM [--seed 1] [--rounds 200] [--only GENERATOR]

A generator makes one input a round, and says what is wrong with what comes of it. Each belongs to findings of the audit (F1 to
F25, tests/it/audit.rs); benches/cuts, benches/in_place and benches/repeats.py are those of the others. Ends with status 1 where
something is wrong.
"""
import argparse
import json
import os
import pathlib
import random
import resource
import shlex
import shutil
import subprocess
import sys
import tempfile

BASE = pathlib.Path(__file__).resolve().parents[3] / "shared" / "bench" / "base.jsonl"
MOST_SECONDS = 10.0  # of processor time, for any one input here
MOST_CHECKED = 48 << 20  # bytes of memory of a check beyond that of the repair
OTHERS = (1001, 100, 1002, 2000)  # a user, its group, another user, a group


def run(command, data=b"", **options):
    return subprocess.run(command, input=data, capture_output=True, **options)


def documents():
    lines = BASE.read_text(encoding="utf-8").splitlines()
    values = (json.loads(line)["arguments"] for line in lines)
    return [value for value in values if isinstance(value, dict) and value and 20 < len(json.dumps(value)) < 400]


def report(jmend, text, *options):
    done = run([jmend, "repair", "--no-config", "--report", "-q", "--framing", "document", *options], text.encode())
    return json.loads(done.stdout)


def comments(jmend, rng, docs):
    """F3: a comment whose line end is gone hides members; that is never better than lossy."""
    value = rng.choice(docs)
    parts = [f"{json.dumps(key)}: {json.dumps(item)}" for key, item in value.items()]
    at = rng.randrange(len(parts))
    parts[at] += ", " + rng.choice(["// ", "# "]) + rng.choice(["the next one", "it's it", "see \"a\"", "{x}", "1 of 2"]) + " "
    text = "{" + "".join(part + ("" if place == at else ", ") for place, part in enumerate(parts)) + "}"
    found = report(jmend, text)
    if found["ok"] and found["risk"] != "lossy" and not found["truncated"] and found.get("value") != value:
        return f"{text} is {json.dumps(found.get('value'))}, risk {found['risk']}"


def fused(jmend, rng, docs):
    """F4: of two documents in a text come one, the other, or both, and no third."""
    first, second = rng.choice(docs), rng.choice(docs)
    form = rng.choice(["Instead of {} use {}", "{} -> {}", "The call {} returned:\n{}", "First {}. Then {}.", "{}\n\n{}", "{} or {}"])
    text = form.format(json.dumps(first), json.dumps(second))
    found = report(jmend, text)
    made = found.get("values", [found.get("value")])
    if found["ok"] and made not in ([first], [second], [first, second], [[first, second]]):
        return f"{text} is {json.dumps(made)}, risk {found['risk']}"


def sentences(jmend, rng, docs):
    """F25: a document in a sentence comes out as it is, also in brackets of the sentence."""
    text = json.dumps(rng.choice(docs), ensure_ascii=rng.random() < 0.5)
    form = rng.choice(["(see {})", "({})", "Call it with {} (as above).", "I (the agent) send {}", "Note: {} - done", "1. {}", "* {}",
                       "> {}", "It's {}.", "A “quoted” word, then {}", "result => {}", "The answer is {}, I think"])  # fmt: skip
    made = run([jmend, "repair", "--no-config", "-q", "--framing", "document"], form.format(text).encode()).stdout.decode().strip()
    if made != text:
        return f"{form.format(text)} is {made}"


def duplicates(jmend, rng, docs):
    """F11: a key that occurs twice has the same outcome wherever the document stands."""
    key, (one, two) = rng.choice(["role", "a", "", "é"]), rng.sample(["user", "admin", 1, None, [2], {"b": 3}], 2)
    pair = [f"{json.dumps(key)}: {json.dumps(item)}" for item in (one, two)]
    rest = [f'"{name}": {name!r}'.replace("'", '"') for name in rng.sample("xyz", rng.randint(0, 3))]
    inner = "{" + ", ".join(pair + rest) + "}"
    text = rng.choice(["{}", "[{}]", '{{"o": {}}}', "[1, {}]"]).format(inner)
    for around in ("{}", "Here it is:\n{}\n", "```json\n{}\n```\n"):
        whole = run([jmend, "repair", "--no-config", "-q"], around.format(text).encode()).stdout.decode().strip()
        if whole != text:
            return f"{around.format(text)!r} is {whole!r}"
    last = json.loads(text)
    for broken in (text.replace("}", ",}", 1), text.replace('"', "'")):
        found = report(jmend, broken)
        if found.get("value") != last or found["risk"] != "lossy":
            return f"{broken!r} is {json.dumps(found.get('value'))}, risk {found['risk']}"


def lines(jmend, rng, _):
    """F7, F19, F21: the number of threads changes nothing, whatever bytes there are; valid lines keep theirs."""
    odd = [b"\x1e", b"\r", b"\x80", b"\xef\xbb\xbf", b"\xe2\x80\xa8", b" ", b"\t", b"\xff", b"\x00", b"'", b",", b"{bad", b""]
    out = []
    for number in range(6000):
        line = b'{"a-b": %d, "s": "%s"}' % (number, b"x" * rng.randrange(60))
        if rng.random() < 0.02:
            at = rng.choice([0, len(line), rng.randrange(len(line))])
            line = line[:at] + rng.choice(odd) + line[at:]
        out.append(line)
    data = rng.choice([b"\n", b"\r\n"]).join(out)
    for words in ("normalize --lines", "cache-key t --lines", "preview --tool t --lines", "repair --lines --no-config",
                  "check --lines --no-config --format concise -", "expose --lines"):  # fmt: skip
        said = {}
        for jobs in "1", "2", "8":
            done = run([jmend, *words.split(), "-j", jobs], data)
            said[jobs] = (done.returncode, done.stdout, done.stderr)
        if len(set(said.values())) > 1:
            path = pathlib.Path(tempfile.mkdtemp()) / "lines"
            path.write_bytes(data)
            parts = zip(*((str(status), *out.splitlines(), *err.splitlines()) for status, out, err in said.values()))
            first = next((part for part in parts if len(set(part)) > 1), "in length")
            return f"jmend {words} differs by -j on {path}: {first}"


def memory(jmend, rng, _):
    """F12: a check takes bounded memory, whatever stands in a file."""
    unit = rng.choice(["\x01", "{a:1,", "'", "[1,,", "\\x", "None,", "{a:b,", "\u200b", "// x\n", "“a” "])
    head, tail = rng.choice([('{"a":"', '"}'), ("[", "]"), ("", "")])
    text = (head + unit * (1_000_000 // len(unit.encode())) + tail).encode()

    def most(*words):
        with tempfile.TemporaryFile() as file:
            file.write(text)
            file.seek(0)
            child = subprocess.Popen([jmend, *words, "--no-config", "-"], stdin=file, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            _, _, used = os.wait4(child.pid, 0)
            child.returncode = 0
            return used.ru_maxrss * 1024

    words = rng.choice([["check", "--format", form] for form in ("json", "sarif", "concise", "github", "human")] + [["repair", "--report"]])
    plain, took = most("repair"), most(*words)
    if took > plain + MOST_CHECKED:
        return f"{' '.join(words)} of {head}{unit!r}…{tail}: {took >> 20} MB, a repair {plain >> 20} MB"


def schemas(jmend, rng, _):
    """F13: a schema that branches again and again is judged or refused in bounded time."""
    levels, ways = rng.choice([6, 12, 30, 200]), rng.choice([1, 2, 3])
    forms = {
        "allOf": lambda ref: {"allOf": [ref] * ways},
        "anyOf": lambda ref: {"anyOf": [ref] * ways},
        "oneOf": lambda ref: {"oneOf": [ref] * ways + [{"type": "string"}]},
        "properties": lambda ref: {"anyOf": [{"properties": {"a": ref}, "required": [key]} for key in "abc"[: ways + 1]]},
        "items": lambda ref: {"oneOf": [{"items": ref, "minItems": least} for least in range(ways + 1)]},
        "not": lambda ref: {"not": {"anyOf": [ref] * ways}},
        "if": lambda ref: {"if": ref, "then": ref, "else": ref},
        "values": lambda ref: {"allOf": [{"additionalProperties": ref}] * ways},
    }
    used = rng.sample(sorted(forms), rng.choice([1, 1, 2]))
    is_loop = rng.random() < 0.3
    parts = {}
    for level in range(levels):
        after = level + 1 if not is_loop or level + 1 < levels else 0
        parts[f"d{level}"] = forms[rng.choice(used)]({"$ref": f"#/$defs/d{after}"})
    parts[f"d{levels}"] = rng.choice([{}, {"type": "integer"}, {"const": 1}])
    value = rng.choice([1, "x"])
    for _ in range(min(levels, rng.choice([0, 5, 25, 100]))):
        value = {"a": value} if "items" not in used else [value]
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "s.json"
        path.write_text(json.dumps({"$defs": parts, "$ref": "#/$defs/d0"}))
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        try:
            status = run([jmend, "repair", "--no-config", "-q", "--schema", str(path)], json.dumps(value).encode(), timeout=120).returncode
        except subprocess.TimeoutExpired:
            status = "no end"
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime - before.ru_utime
    if status not in (0, 1, 2) or seconds > MOST_SECONDS:
        kept = pathlib.Path(tempfile.mkdtemp()) / "s.json"
        kept.write_text(json.dumps({"$defs": parts, "$ref": "#/$defs/d0"}))
        return f"{used}, {levels} levels, {ways} ways, loop {is_loop}: status {status}, {seconds:.1f} s; {kept} on {json.dumps(value)[:80]}"


def words(jmend, rng, _):
    """F18: a command is split into words as a shell splits it."""
    line = "".join(rng.choices(["a", "b", " ", "'", '"', "\\", "\\d", "\\n", "\\\\", '\\"', "é", "=", "-", "/", "\t"], k=rng.randint(1, 10)))
    try:
        due = shlex.split(line)
    except ValueError:
        due = None
    show = 'import json, sys; print(json.dumps(sys.argv[1:]))'
    command = f"t=python3 -c {shlex.quote(show)} {line}"
    done = run([jmend, "eval-json", "--tool-command", command, "--expr", '{"program":{"op":"call","tool":"t"}}'])
    made = json.loads(done.stdout) if done.returncode == 0 else None
    if made != due:
        return f"{line!r} is {made}, a shell makes {due}; {done.stderr.decode()[:100]}"


STEERS = ["::error::", "##[error]", "##vso[task]", "\x1b[31m", "\x1b]0;x\x07", "\u200b", "\ufeff", "\u202e", "\r", "\n", "\x9b", "\x00", "a", "é", " ", "\u2066"]


def names(jmend, rng, _):
    """F20, F22, F23: no name, key or value steers a terminal or a build service, in any format."""
    piece = lambda: "".join(rng.choices(STEERS, k=rng.randint(1, 4)))
    name = piece().replace("/", "").replace("\x00", "") + ".json"
    text = "{" + json.dumps(piece(), ensure_ascii=rng.random() < 0.5) + f": '{piece()}', {piece()}: 1,}}"
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / name).write_bytes(text.encode())
        for words in ("check --format concise", "check --format human", "check --format github", "repair --in-place", "repair -o out"):
            done = run([jmend, *words.split(), "--no-config", "--", name], cwd=folder)
            shown = done.stderr + (done.stdout if words.startswith("check") else b"")
            for line in shown.decode("utf-8", "replace").split("\n"):
                starts = ("##[", "##vso[") if "github" in words else ("::", "##[", "##vso[")
                bad = [c for c in line if (ord(c) < 32 and c != "\t") or c in "\x9b\u200b\ufeff\u202e\u2066"]
                if bad or line.lstrip().startswith(starts):
                    return f"jmend {words} of {name!r} with {text!r} says {line!r}"
        if done.returncode not in (0, 1, 2):
            return f"{name!r}: status {done.returncode}"


def logs(jmend, rng, _):
    """F23: with `--log-format json` all of standard error is JSON."""
    text = "".join(rng.choices(["{", "}", '"a"', ":", "1", ",", "\n", "'b'", "x y", "//", "\x01", "é"], k=12))
    words = rng.choice(["repair", "repair --lines", "normalize", "cache-key t", "check -", "calls", "repair nothing.json", "eval-json"])
    done = run([jmend, *words.split(), "--log-format", "json", rng.choice(["-v", "-vv", "-q"])], text.encode())
    for line in done.stderr.decode().splitlines():
        try:
            json.loads(line)
        except ValueError:
            return f"jmend {words} of {text!r} says {line!r}"


def configurations(jmend, rng, docs):
    """F10: a configuration that was found lets nothing pass that a flag refuses."""
    settings = ["enabled = false", 'max_risk = "lossy"', 'truncated = "close"', "min_confidence = 0", "fail_on_normalization_failure = false",
                '[tools.t]\nmax_risk = "lossy"', '[tools.t]\nenabled = false', "log_normalizations = true"]  # fmt: skip
    text = json.dumps(rng.choice(docs)).replace('"', "'")
    text = text[: rng.randrange(2, len(text))] if rng.random() < 0.5 else text + rng.choice(["", ",", " and so on", "}"])
    flags = rng.choice(["repair --truncated refuse --max-risk syntax", "repair --max-risk inferred", "calls", "check -", "repair -e",
                        "repair --min-confidence 0.99", "repair --report --truncated refuse", "repair --truncated refuse --tool t"])  # fmt: skip
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / "tools.json").write_text('[{"name":"t","parameters":{"type":"object"}}]')
        command = [jmend, *flags.replace("--tool t", "--tool t --tools tools.json").split(), "-q"]
        without = run([*command, "--no-config"], text.encode(), cwd=folder)
        (pathlib.Path(folder) / "jmend.toml").write_text("\n".join(sorted(rng.sample(settings, 2), key=lambda one: one[0] == "[")))
        with_it = run(command, text.encode(), cwd=folder)
        if without.returncode != 0 and with_it.returncode == 0:
            said = (pathlib.Path(folder) / "jmend.toml").read_text()
            return f"jmend {flags} refuses {text!r}, and not with {said!r}: {with_it.stderr}"


def owners(jmend, rng, _):
    """F5: a rewritten file keeps its owner, group and mode, or is left alone. As root only."""
    user, own, other, group = OTHERS
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o777)
        program = shutil.copy(jmend, folder)
        path = pathlib.Path(folder) / "a.json"
        path.write_text("{'a': 1,}")
        os.chown(path, rng.choice([user, other, 0]), rng.choice([own, group, 0]))
        os.chmod(path, rng.choice([0o600, 0o640, 0o660, 0o664, 0o666, 0o2660, 0o4755, 0o1644]))
        before = os.stat(path)
        as_user = dict(user=user, group=own, extra_groups=rng.choice([[], [group]])) if rng.random() < 0.7 else {}
        done = run([program, "repair", "--no-config", "--in-place", "-q", str(path)], **as_user)
        after, text = os.stat(path), path.read_text()
        kept = (before.st_uid, before.st_gid, before.st_mode) == (after.st_uid, after.st_gid, after.st_mode)
        if not kept or (text == "{'a': 1,}") != (done.returncode != 0):
            return f"{before} became {after}, {text!r}, status {done.returncode}, {as_user}"


GENERATORS = [comments, fused, sentences, duplicates, lines, memory, schemas, words, names, logs, configurations, owners]
SLOW = {"lines": 10, "memory": 5, "schemas": 2}  # how many times fewer rounds


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--jmend", required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--only")
    options = parser.parse_args()
    if not BASE.exists():
        sys.exit(f"skipped: {BASE} is not here")
    docs, is_good = documents(), True
    print("| generator | findings | rounds | wrong |\n|---|---|--:|--:|")
    told = []
    for generator in GENERATORS:
        name = generator.__name__
        if options.only not in (None, name) or name == "owners" and os.getuid() != 0:
            continue
        rng = random.Random(f"{options.seed} {name}")
        rounds = max(1, options.rounds // SLOW.get(name, 1))
        wrong = [what for _ in range(rounds) if (what := generator(options.jmend, rng, docs))]
        print(f"| {name} | {generator.__doc__.split(':')[0]} | {rounds} | {len(wrong)} |", flush=True)
        told += [f"{name}: {what}" for what in wrong[:5]]
        is_good &= not wrong
    print("\n".join(told))
    sys.exit(0 if is_good else 1)


if __name__ == "__main__":
    main()
