#!/usr/bin/env python3
"""What a model sees in a profile of seven results, and whether it is true.

Of 48 fields that a model would ask for, at least 44 must be visible in 2,000 bytes and 30 in 800. Each number that a
profile says is counted again over the whole result, and a profile that left something out must fill nine tenths of its
budget. Of the largest result (13 MB) the time and the memory are measured, and compared with 0.15 s and 16 MB, where the
program is a release build (--measure).

usage: benches/preview/visible.py [JMEND] [--measure]     (target/release/jmend)
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
import documents  # noqa: E402

LEAST = {2000: 44, 800: 30}
FILLED = 0.9
SECONDS = 0.15
MEMORY = 16_000_000
STEP = re.compile(r'\.\*|\.(?P<word>\w+)|\."(?P<quoted>(?:[^"\\]|\\.)*)"|(?P<items>\[\])')


def steps(path):
    found, at = [], 0
    if path == ".":
        return found
    for match in STEP.finditer(path if path.startswith(".") and not path.startswith(".[") else path[1:]):
        if match["items"]:
            found.append("items")
        elif match["word"] is not None:
            found.append(("name", match["word"]))
        elif match["quoted"] is not None:
            found.append(("name", json.loads(f'"{match["quoted"]}"')))
        else:
            found.append("keys")
        at = match.end()
    return found


def follow(rows, way):
    """The values at the end of a way, how many objects the last name could be in, and the keys of the last `.*`."""
    values, parents, keys = rows, len(rows), None
    for number, step in enumerate(way):
        if step == "items":
            values = [item for value in values if isinstance(value, list) for item in value]
            continue
        objects = [value for value in values if isinstance(value, dict)]
        if step == "keys":
            keys = {key for value in objects for key in value}
            values = [item for value in objects for item in value.values()]
        else:
            name = step[1]
            parents = len(objects)
            keys = None
            values = [value[name] for value in objects if name in value]
    return values, parents, keys


def kind(value):
    if isinstance(value, bool):
        return "boolean"
    return {type(None): "null", int: "integer", float: "number", str: "string", list: "array", dict: "object"}[type(value)]


def near(shown, true):
    return abs(shown - true) <= 0.01 * max(abs(true), 1e-9)


def is_like(shown, value):
    return shown == value or isinstance(shown, str) and isinstance(value, str) and shown.endswith("…") and value.startswith(shown[:-1])


def faults(rows, path, said):
    """What is not true of a field."""
    way = steps(path)
    values, _, keys = follow(rows, way)
    said = {"types": said} if isinstance(said, str) else said
    if "types" not in said:
        return
    kinds = [kind(value) for value in values]
    for part in said["types"].split(", "):
        name, _, share = part.partition(" ")
        if not near(float(share.rstrip("%") or 100), 100 * kinds.count(name) / len(kinds)):
            yield f"{part} of {name}: {kinds.count(name)} of {len(kinds)}"
    if "in" in said:
        until = next((at for at, step in enumerate(way) if step in ("items", "keys") and not any(isinstance(later, tuple) for later in way[at:])), len(way))
        there, parents, _ = follow(rows, way[:until])
        if not near(said["in"], len(there) / parents):
            yield f"in {said['in']}: {len(there)} of {parents}"
    if "keys" in said and said["keys"] != len(keys):
        yield f"keys {said['keys']}: {len(keys)}"
    if any(name not in (keys or ()) for name in said.get("such_as", [])):
        yield f"such_as {said['such_as']}"
    scalars = [value for value in values if not isinstance(value, (list, dict))]
    texts = {json.dumps(value) for value in scalars if value is not None}
    if "distinct" in said and said["distinct"] != len(texts):
        yield f"distinct {said['distinct']}: {len(texts)}"
    if "distinct_about" in said and abs(said["distinct_about"] - len(texts)) > 0.06 * len(texts):
        yield f"distinct_about {said['distinct_about']}: {len(texts)}"
    numbers = [value for value in scalars if isinstance(value, (int, float)) and not isinstance(value, bool)]
    ordered = numbers or [value for value in scalars if isinstance(value, str)]
    if "min" in said and (said["min"], said["max"]) != (min(ordered), max(ordered)):
        yield f"min, max {said['min']}, {said['max']}: {min(ordered)}, {max(ordered)}"
    for value, count in said.get("top", []):
        if sum(is_like(value, other) and type(value) is type(other) for other in scalars) != count:
            yield f"top {value}: not {count} times"
    if "like" in said and not any(is_like(said["like"], value) for value in scalars):
        yield f"like {said['like']}"
    if "length" in said:
        lengths = [len(value) for value in scalars if isinstance(value, str)]
        if said["length"] != [min(lengths), max(lengths)]:
            yield f"length {said['length']}: {min(lengths)}, {max(lengths)}"
    if "items" in said:
        ends = [at for at, step in enumerate(way) if step == "items" and all(not isinstance(later, tuple) for later in way[at:])]
        levels = [follow(rows, way[:at])[0] for at in ends] + [[value for value in values if isinstance(value, list)]]
        true = [[min(map(len, level)), max(map(len, level))] for level in levels if level]
        if said["items"] != (true[0] if len(true) == 1 else true):
            yield f"items {said['items']}: {true}"


def is_visible(question, shown):
    return any(path == question or path.startswith((question + ".", question + "[")) for path in shown)


# A process begins with the memory of the one that starts it, which is large here: a small one starts the program.
SMALL = """
import os, sys
_, status, usage = os.wait4(os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ), 0)
print(os.waitstatus_to_exitcode(status), usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024, file=sys.stderr)
"""


def run(command):
    """Standard output, processor time and the most memory in bytes."""
    small = [sys.executable, "-I", "-S", "-c", SMALL, *command]
    done = subprocess.run(small, capture_output=True, text=True, check=True)
    *_, status, took, memory = done.stderr.split()
    if int(status) != 0:
        sys.exit(f"{command} ended with {status}: {done.stderr}")
    return done.stdout, float(took), int(memory)


def main():
    words = [word for word in sys.argv[1:] if not word.startswith("--")]
    jmend = os.path.abspath(words[0] if words else HERE.parent.parent / "target/release/jmend")
    wrong, seen, asked = [], dict.fromkeys(LEAST, 0), 0
    with tempfile.TemporaryDirectory() as folder:
        for name, (_, questions) in documents.RESULTS.items():
            value = documents.make(name)
            file = pathlib.Path(folder, f"{name}.json")
            file.write_text(json.dumps(value, separators=(",", ":")), encoding="utf8")
            asked += len(questions)
            for budget in LEAST:
                command = [jmend, "preview", "--profile", "--tool", "t", "--max-bytes-out", str(budget), str(file)]
                text, took, memory = run(command)
                text = text.rstrip("\n")
                said = json.loads(text)
                place = [step for step in said.get("rows_at", "").split("/") if step]
                rows = value
                for step in place:
                    rows = rows[step]
                rows = rows if isinstance(rows, list) else [rows]
                shown = list(said["around"] if "around" in said else []) + list(said["fields"])
                visible = [question for question in questions if is_visible(question, shown)]
                seen[budget] += len(visible)
                for path, field in said["fields"].items():
                    wrong.extend(f"{name} {budget} {path}: {fault}" for fault in faults(rows, path, field))
                bytes_ = len(text.encode())
                if bytes_ > budget or "caps_hit" in said and bytes_ < FILLED * budget:
                    wrong.append(f"{name}: {bytes_} of {budget} bytes")
                hidden = " ".join(question for question in questions if question not in visible)
                size = file.stat().st_size
                print(f"{name:10} {size:9} bytes: {len(visible)} of {len(questions)} visible, {bytes_:4} of {budget} bytes; not {hidden or '-'}")
                if "--measure" in sys.argv and name == "api" and budget == 2000:
                    took = min(took, *(run(command)[1] for _ in range(6)))
                    print(f"{name:10} {took:.3f} s, {memory / 1e6:.1f} MB")
                    if took > SECONDS or memory > MEMORY:
                        wrong.append(f"{took:.3f} s and {memory / 1e6:.1f} MB, where {SECONDS} s and {MEMORY / 1e6:.0f} MB are the most")
    for budget, least in LEAST.items():
        print(f"{seen[budget]} of {asked} visible in {budget} bytes (at least {least})")
        if seen[budget] < least:
            wrong.append(f"{seen[budget]} visible in {budget} bytes")
    sys.exit("\n".join(wrong) or None)


main()
