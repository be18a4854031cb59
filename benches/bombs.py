#!/usr/bin/env python3
"""Small inputs that ask for much: do they end with a status, within a bound of memory, and never by a signal?

usage: bombs.py JMEND [--quick] [--only KIND,…] [--mb 400]

--quick asks for a quarter, which is enough to show what grows with the square. Each bomb runs with an address space of 6 GiB, as SECURITY.md advises with `ulimit -v`. Its status must be one that it names, and
its memory at most what it names, or --mb. Prints a line for each; exits with 1 when one is wrong.
"""
import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time

ADDRESS_SPACE = 6 << 30
MB = 1 << 20

# Levels of nested unions, branches of wide ones, and changes of a long text.
LEVELS, BRANCHES, CHANGES = 3000, 3200, 200_000
QUICK = 4


def schema(value, schema, *flags):
    return {"schema.json": json.dumps(schema), "value.json": value}, ["repair", "-q", "--schema", "schema.json", *flags, "value.json"]


def text(value, *command):
    return {"value.txt": value}, [*command, "value.txt"]


def chain(levels, level):
    """A schema of parts that lead from one to the next, and a value that goes through all of them."""
    parts = {f"d{i}": level({"$ref": f"#/$defs/d{i + 1}"}) for i in range(levels)}
    value = '{"a":' * levels + '"5"' + "}" * levels
    return schema(value, {"$ref": "#/$defs/d0", "$defs": {**parts, f"d{levels}": {"type": "integer"}}}, "--max-depth=10000")


def nested_unions():
    """Two branches at each level, and both lead to the next."""
    part = lambda next: {"type": "object", "properties": {"a": next}}
    return chain(LEVELS, lambda next: {"oneOf": [part(next), {**part(next), "required": ["b"]}]})


def nested_choices():
    """The same, where the branches differ in what they require."""
    part = lambda next, *names: {"type": "object", "properties": {"a": next, "b": {"type": "integer"}}, "required": names}
    return chain(LEVELS, lambda next: {"oneOf": [part(next, "a"), part(next, "a", "b")]})


def wide_unions():
    """As many branches as objects that each need a change."""
    branch = lambda i: {"type": "object", "properties": {"k": {"const": f"k{i}"}, "v": {"type": "integer"}}, "required": ["k", "v"]}
    value = json.dumps([{"k": f"k{i}", "v": "5"} for i in range(BRANCHES)])
    return schema(value, {"type": "array", "items": {"oneOf": [branch(i) for i in range(BRANCHES)]}})


def unnamed_unions():
    """The same where no name picks the branch."""
    branch = lambda i: {"type": "object", "properties": {f"p{i}": {"type": "integer"}}, "required": [f"p{i}"]}
    value = json.dumps([{f"p{i}": "5"} for i in range(BRANCHES)])
    return schema(value, {"type": "array", "items": {"oneOf": [branch(i) for i in range(BRANCHES)]}})


def many_edits():
    """1,000 branches that each change 100,000 items."""
    branch = lambda i: {"type": "array", "items": {"type": "integer"}, "minItems": i}
    return schema(json.dumps(["5"] * 100_000), {"oneOf": [branch(i) for i in range(1000)]})


def hidden_unions():
    """Unions under a pattern, with no branch that fits."""
    branch = {"type": "object", "required": ["x"], "properties": {"y": {"enum": [1, 2, 3]}}}
    value = json.dumps({f"a{i}": {"y": i + 5} for i in range(3000)})
    return schema(value, {"patternProperties": {"": {"anyOf": [{**branch, "minProperties": i + 2} for i in range(3000)]}}})


def wrapped_values():
    """A wrapper in a wrapper, each of which may go."""
    value = '{"result":' * 3000 + '"5"' + "}" * 3000
    return schema(value, {"type": "integer"}, "--lossy-coercions", "--max-depth=10000")


def equal_keys():
    return text("{" + "a:1," * CHANGES + "}", "repair", "-q")


def many_rows():
    return text("[1,]\n" * (CHANGES // 4), "explain")


def controls():
    return text('{"a":"' + "\x01" * (4 * CHANGES) + '"}', "explain")


def endless_answer():
    return text("no json", "repair", "-q", "--fallback-command", "yes")


# Each kind with its statuses, and with its megabytes where --mb is not the bound.
BOMBS = [
    (nested_unions, {0, 1}, 200),
    (nested_choices, {0, 1}, 200),
    (wide_unions, {0, 1}, 200),
    (unnamed_unions, {0, 1}, 200),
    (many_edits, {0, 1}, None),
    (hidden_unions, {1}, None),
    (wrapped_values, {0, 1}, None),
    (equal_keys, {0, 1}, None),
    (many_rows, {0, 1}, None),
    (controls, {0, 1}, None),
    (endless_answer, {1}, 100),
]  # fmt: skip


def run(jmend, bomb, folder):
    files, arguments = bomb()
    for name, content in files.items():
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(content)
    limit = lambda: resource.setrlimit(resource.RLIMIT_AS, (ADDRESS_SPACE, ADDRESS_SPACE))
    begin = time.monotonic()
    child = subprocess.Popen([jmend, *arguments, "--no-config"], cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=limit)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = 0
    return os.waitstatus_to_exitcode(status), usage.ru_maxrss * 1024 // MB, usage.ru_utime + usage.ru_stime, time.monotonic() - begin


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1][7:])
    parser.add_argument("jmend")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--only", type=lambda names: names.split(","))
    parser.add_argument("--mb", type=int, default=400)
    options = parser.parse_args()
    if options.quick:
        global LEVELS, BRANCHES, CHANGES
        LEVELS, BRANCHES, CHANGES = LEVELS // QUICK, BRANCHES // QUICK, CHANGES // QUICK**2
    wrong = 0
    for bomb, statuses, most in BOMBS:
        if options.only and bomb.__name__ not in options.only:
            continue
        with tempfile.TemporaryDirectory() as folder:
            status, megabytes, seconds, _ = run(os.path.abspath(options.jmend), bomb, folder)
        is_right = status in statuses and megabytes <= (most or options.mb)
        wrong += not is_right
        print(f"{'ok' if is_right else 'WRONG'}: {bomb.__name__}: status {status}, {megabytes} MB, {seconds:.1f} s", flush=True)
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
