"""The conformance fixtures through the module of the page: under Node it gives the lines that the program writes with `--report`, byte for
byte.

    python3 playground/test/conformance.py PROGRAM MODULE
"""

import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "tests" / "conformance"))

import rows as conformance  # noqa: E402

LEAST_ROWS = 1000
MOST_SHOWN = 20
WORKERS = 2


def main():
    program, module = sys.argv[1:]
    rows = [row for row in conformance.rows() if row[1] in ("repair", "calls")]
    with ThreadPoolExecutor(WORKERS) as pool:
        due = list(pool.map(lambda row: conformance.expected(program, row, "--report")[1].decode(), rows))
    asked = "".join(
        json.dumps({"command": command, "input": text, "tools": tools}) + "\n" for _, command, text, tools in rows
    )
    done = subprocess.run(["node", str(HERE / "module.mjs"), module], input=asked.encode(), capture_output=True, check=True)
    found = [json.loads(line) for line in done.stdout.decode().split("\n") if line]
    wrong = [each for each in zip(rows, due, found, strict=True) if each[1] != each[2]]
    print(f"{len(rows)} rows through the module of the page: {len(wrong)} differ from the program")
    for (name, _, text, _), is_due, is_found in wrong[:MOST_SHOWN]:
        print(f"{name}: {text[:200]!r}\n  module  {is_found[:400]}\n  program {is_due[:400]}")
    sys.exit(bool(wrong) or len(rows) < LEAST_ROWS)


if __name__ == "__main__":
    main()
