#!/usr/bin/env python3
"""Runs the tests of jq (`tests/jq.test` of its sources, which are not part of this project) through a program.

    run.py TESTS PROGRAM [--expected FILE] [--write FILE]

PROGRAM is `jmend`, which is run as `jmend query`, or any program that takes a filter as jq does. A test passes where the
outputs are equal as JSON, and where a filter that must not compile does not. `--expected` compares the failures with a
list of line numbers and digests of filters, and fails where one is missing in it or passes now; `--write` makes that
list.
"""

import hashlib
import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor


def tests(text):
    """(line, filter, input, outputs), or (line, filter, None, None) for filters that must not compile."""
    lines, at = text.split("\n"), 0
    while at < len(lines):
        line = lines[at]
        if not line.strip() or line.startswith("#"):
            at += 1
            continue
        if line.startswith("%%FAIL"):
            yield at + 2, lines[at + 1], None, None
            at += 2
            while at < len(lines) and lines[at].strip():
                at += 1
            continue
        number, code, given, outputs = at + 1, line, lines[at + 1], []
        at += 2
        while at < len(lines) and lines[at].strip() and not lines[at].startswith("#"):
            outputs.append(lines[at])
            at += 1
        yield number, code, given, outputs


def values(text):
    decoder, found, at = json.JSONDecoder(), [], 0
    text = text.strip()
    while at < len(text):
        value, end = decoder.raw_decode(text, at)
        found.append(value)
        at = end
        while at < len(text) and text[at] in " \n\r\t":
            at += 1
    return found


def passes(program, test):
    _, code, given, outputs = test
    words = [program, "query"] if program.rsplit("/", 1)[-1].startswith("jmend") else [program]
    try:
        run = subprocess.run(words + ["-c", "--", code], input=(given or "null") + "\n", capture_output=True, text=True, timeout=30)
    except (subprocess.TimeoutExpired, UnicodeDecodeError, ValueError):
        return False
    if outputs is None:
        return run.returncode not in (0, None) and not run.stdout.strip()
    try:
        return values(run.stdout) == [value for line in outputs for value in values(line)]
    except (json.JSONDecodeError, RecursionError):
        return run.stdout.split() == "\n".join(outputs).split()


def named(test):
    return f"{test[0]}\t{hashlib.sha256(test[1].encode()).hexdigest()[:12]}"


def main():
    options = dict(zip(sys.argv[3::2], sys.argv[4::2]))
    with open(sys.argv[1], encoding="utf8") as file:
        all_tests = list(tests(file.read()))
    with ThreadPoolExecutor(3) as pool:
        verdicts = list(pool.map(lambda test: passes(sys.argv[2], test), all_tests))
    failed = [named(test) for test, fine in zip(all_tests, verdicts) if not fine]
    print(f"{len(all_tests) - len(failed)} of {len(all_tests)} tests pass")
    if "--write" in options:
        with open(options["--write"], "w", encoding="utf8") as file:
            file.writelines(line + "\n" for line in failed)
    if "--expected" in options:
        with open(options["--expected"], encoding="utf8") as file:
            due = set(file.read().splitlines())
        worse, better = sorted(set(failed) - due), sorted(due - set(failed))
        for name, lines in (("fails, and is not expected to", worse), ("passes, and is expected to fail", better)):
            for line in lines:
                print(f"{name}: {line}")
        sys.exit(1 if worse or better else 0)


main()
