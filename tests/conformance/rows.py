"""The conformance fixtures as one list of rows: what goes into the program, and what it writes. The bindings go through the same
rows and must write the same bytes.

`python3 tests/conformance/rows.py PROGRAM` prints every row with what PROGRAM makes of it, one JSON object a line:
`{"id", "command", "input", "tools"?, "status", "output"}`. `output` is what stands on standard output; a byte that is not UTF-8 does not
occur in the inputs.
"""

import json
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures"

LONGEST = 200_000
"""Longer inputs take the time of all others together, and say nothing else here."""

COMMANDS = {
    "repair": ["repair", "-q", "--no-config", "--framing", "document"],
    "calls": ["calls", "-q", "--no-config", "--framing", "document"],
    "normalize": ["normalize", "-q"],
    "cache-key": ["cache-key", "-q", "--text", "t"],
}
"""The arguments of the program for each command of a row."""


def _jsonl(name):
    # Lines end at LF alone: U+2028 stands inside strings.
    text = (FIXTURES / name).read_text(encoding="utf-8")
    return [json.loads(line) for line in text.split("\n") if line]


def _text(row):
    given = row.get("input", "")
    if isinstance(given, dict) and "parts" in given:
        return "".join(part * count for part, count in given["parts"])
    return given if isinstance(given, str) else None


def rows():
    """Every row as `(id, command, text, tools)`; `tools` is a list of definitions or None."""
    found = []
    for path in sorted((FIXTURES / "repair").glob("*.jsonl")):
        found += [(f"{path.stem}/{row['id']}", "repair", row["input"], None) for row in _jsonl(f"repair/{path.name}")]
    found += [(f"regressions/{row['id']}", "repair", row["input"], None) for row in _jsonl("regressions/repair.jsonl") if "input" in row]
    found += [(f"notations/{row['id']}", "repair", row["input"], None) for row in _jsonl("notations/rows.jsonl")]
    for path in sorted((FIXTURES / "readings").glob("*.txt")):
        found.append((f"readings/{path.stem}", "repair", path.read_text(encoding="utf-8"), None))
    found += [
        (f"calls/{row['id']}", "calls", row["input"], row.get("tools"))
        for row in _jsonl("calls/cases.jsonl")
        if "args" not in row
    ]
    found += [
        (f"normalize/{at}", "normalize", row["input"], None)
        for at, row in enumerate(_jsonl("keys/normalize.jsonl"))
        if not row["args"]
    ]
    found += [
        (f"cache-key/{at}", "cache-key", row["input"], None)
        for at, row in enumerate(_jsonl("keys/cache_key.jsonl"))
        if row["args"] == "t --text"
    ]
    for path in sorted((FIXTURES / "hostile").glob("*.jsonl")):
        for at, row in enumerate(_jsonl(f"hostile/{path.name}")):
            command, text = row.get("command"), _text(row)
            if text is None or len(text) > LONGEST:
                continue
            if command in (["repair"], ["calls"], ["normalize"]):
                found.append((f"hostile/{path.stem}/{at}", command[0], text, None))
            elif command == ["cache-key", "t", "--text"]:
                found.append((f"hostile/{path.stem}/{at}", "cache-key", text, None))
    return [row for row in found if _is_utf8(row[2])]


def cases():
    """The cases whose results are recorded, for every library: `kind`, what goes in, and what is `due`. `tests/it/conformance.rs` says
    what the keys mean, and holds the program against them.
    """
    return _jsonl("conformance/cases.jsonl")


def _is_utf8(text):
    return not any("\ud800" <= character <= "\udfff" for character in text)


def arguments(command, tools_file):
    """The arguments of the program for a row."""
    return COMMANDS[command] + (["--tools", str(tools_file)] if tools_file else [])


def expected(program, row, *flags):
    """What the program makes of a row with these flags: its status and standard output."""
    _, command, text, tools = row
    with tempfile.TemporaryDirectory() as folder:
        file = None
        if tools is not None:
            file = Path(folder) / "tools.json"
            file.write_text(json.dumps(tools), encoding="utf-8")
        environment = {name: value for name, value in os.environ.items() if not name.startswith("JMEND")}
        done = subprocess.run(
            [program, *arguments(command, file), *flags],
            input=text.encode(),
            capture_output=True,
            env=environment,
            check=False,
        )
    assert done.returncode in (0, 1), f"{row[0]}: status {done.returncode}: {done.stderr.decode()}"
    return done.returncode, done.stdout


def all_expected(program):
    """The same for all rows, in their order."""
    found = rows()
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(zip(found, pool.map(lambda row: expected(program, row), found)))


def as_program(text, is_changed):
    """A repaired text as the program writes it: what it changed ends with a line feed, valid JSON as it did."""
    return text + "\n" if is_changed and text and not text.endswith("\n") else text


if __name__ == "__main__":
    for (name, command, text, tools), (status, output) in all_expected(sys.argv[1]):
        row = {"id": name, "command": command, "input": text}
        if tools is not None:
            row["tools"] = tools
        print(json.dumps({**row, "status": status, "output": output.decode()}))
