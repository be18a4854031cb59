#!/usr/bin/env python3
"""Damaged texts through every command, each as a process of its own: bit flips, splices, repeats, cuts.

Every run must end with 0, 1 or 2 and no panic, write nothing or strict JSON where its output is JSON, and take at most
3 x its input plus 16 MiB of memory at its peak. Prints a line a command, then what was wrong; status 1 if anything was.
What went wrong is kept as files in WRONG, if that is given.
usage: mutations.py JMEND [COUNT] [SEED] [WRONG]
"""
import json
import os
import pathlib
import random
import resource
import shutil
import subprocess
import sys
import tempfile

COMMANDS = [  # (arguments, is the output JSON?)
    ("repair", True), ("repair --report", True), ("repair --lines --on-error null", True),
    ("repair --select all -p", True), ("calls", True), ("calls --report", True),
    ("repair --framing nul --on-error raw --ascii --sort-keys", True), ("repair --at /a --at /*/b", False),
    ("normalize", True), ("normalize --canonical --on-collision last", True), ("normalize --repair", True),
    ("cache-key t", False), ("cache-key t --text --repair", True), ("cache-key --calls --json", True),
    ("preview --tool t", True), ("preview --tool t --preview rows --ndjson --repair", True),
    ("eval-json", True), ("eval-json --repair --envelope", True), ("expose --allow both --resolve", True),
]
SIGNS = list(b"{}[]()\"'`,:;\\/#<>|=\n\r\t \0\x1b\x7f\x80\xc3\xe2\xf0\xff\xfe0-.eE+truenlNI")


def seeds():
    """Every text of the fixtures."""
    found = set()
    for path in (pathlib.Path(__file__).resolve().parent.parent / "fixtures").rglob("*"):
        if not path.is_file():
            continue
        data = path.read_bytes()
        if path.suffix in (".jsonl", ".ndjson"):
            for line in data.split(b"\n"):
                try:
                    row = json.loads(line)
                except ValueError:
                    continue
                for name in ("input", "program", "text", "message", "source", "value"):
                    value = row.get(name) if isinstance(row, dict) else None
                    if value is not None:
                        found.add(value.encode("utf-8", "replace") if isinstance(value, str) else json.dumps(value).encode())
        else:
            found.add(data)
    return sorted(seed for seed in found if len(seed) < 20_000)


def mutate(data, donor, rng):
    data = bytearray(data)
    for _ in range(rng.randint(1, 4)):
        at = rng.randint(0, len(data))
        end = min(len(data), at + rng.randrange(40))
        kind = rng.randrange(7)
        if kind == 0 and at < len(data):
            data[at] ^= 1 << rng.randrange(8)
        elif kind == 1 and at < len(data):
            data[at] = rng.choice(SIGNS)
        elif kind == 2:
            del data[at:end]
        elif kind == 3:
            data[at:at] = data[at:end] * rng.choice([1, 2, 30, 1000])
        elif kind == 4:
            start = rng.randint(0, len(donor))
            data[at:end] = donor[start:start + rng.randrange(200)]
        elif kind == 5:
            data.insert(at, rng.choice(SIGNS))
        else:
            del data[at:]
    return bytes(data)


def is_strict(out):
    """Nothing, or JSON texts with white space between them."""
    text = out.decode("utf-8")  # an error is a finding
    decoder = json.JSONDecoder(parse_constant=lambda name: (_ for _ in ()).throw(ValueError(name)))
    at = 0
    while True:
        while at < len(text) and text[at] in " \t\r\n":
            at += 1
        if at == len(text):
            return True
        _, at = decoder.raw_decode(text, at)


# A child's peak counts what its parent had when it started it, so the parent is this: small, and nothing else.
SPAWNER = """
import os, sys
for line in sys.stdin.buffer:
    source, product, messages, *command = line.decode().rstrip("\\n").split("\\t")
    pid = os.posix_spawn(command[0], command, {"PATH": os.environ["PATH"]}, file_actions=[
        (os.POSIX_SPAWN_OPEN, 0, source, os.O_RDONLY, 0),
        (os.POSIX_SPAWN_OPEN, 1, product, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600),
        (os.POSIX_SPAWN_OPEN, 2, messages, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)])
    _, status, usage = os.wait4(pid, 0)
    sys.stdout.write(f"{os.waitstatus_to_exitcode(status)} {usage.ru_maxrss}\\n")
    sys.stdout.flush()
"""


def run(spawner, command, files):
    """The status and the peak of memory in bytes."""
    spawner.stdin.write("\t".join([*files, *command]) + "\n")
    spawner.stdin.flush()
    status, peak = spawner.stdout.readline().split()
    return int(status), int(peak) * 1024


def main():
    jmend = os.path.abspath(sys.argv[1])
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 10_000
    rng = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
    spawner = subprocess.Popen(
        [sys.executable, "-I", "-S", "-c", SPAWNER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if hasattr(sys, "set_int_max_str_digits"):
        sys.set_int_max_str_digits(0)
    sys.setrecursionlimit(10_000)
    texts = seeds()
    wrong, peaks, statuses = [], {}, {}
    with tempfile.TemporaryDirectory() as folder:
        path, out, err = (os.path.join(folder, name) for name in ("in", "out", "err"))
        for number in range(count):
            arguments, is_json = COMMANDS[number % len(COMMANDS)]
            data = mutate(rng.choice(texts), rng.choice(texts), rng)
            with open(path, "wb") as file:
                file.write(data)
            status, peak = run(spawner, [jmend, *arguments.split()], (path, out, err))
            with open(out, "rb") as file:
                product = file.read()
            with open(err, "rb") as file:
                messages = file.read()
            why = None
            if status not in (0, 1, 2) or b"panicked" in messages:
                why = f"status {status}"
            elif peak > 3 * len(data) + (16 << 20):
                why = f"{peak} bytes of memory for {len(data)} of input"
            elif is_json:
                try:
                    is_strict(product)
                except (ValueError, RecursionError) as error:
                    why = f"the output is no strict JSON: {error}"
            if why:
                if len(sys.argv) > 4:
                    pathlib.Path(sys.argv[4]).mkdir(exist_ok=True)
                    shutil.copyfile(path, os.path.join(sys.argv[4], str(number)))
                wrong.append(f"jmend {arguments}: {why}: {data[:300]!r}")
            peaks[arguments] = max(peaks.get(arguments, 0), peak)
            statuses.setdefault(arguments, {}).setdefault(status, 0)
            statuses[arguments][status] += 1
    for arguments, _ in COMMANDS:
        if arguments in peaks:
            shown = ", ".join(f"{times} x {status}" for status, times in sorted(statuses[arguments].items()))
            print(f"{arguments}: {shown}; at most {peaks[arguments] / (1 << 20):.1f} MiB")
    print(f"{count} runs, {len(wrong)} wrong")
    print("\n".join(wrong[:20]))
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
