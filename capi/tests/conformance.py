"""The conformance fixtures through the C library: the example writes the bytes that the program writes.

    python3 capi/tests/conformance.py PROGRAM EXAMPLE
"""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tests" / "conformance"))

import rows as conformance  # noqa: E402

MOST_SHOWN = 20


def difference(example, row, due):
    """What the example makes otherwise of a row; None where all is the same."""
    name, command, text, _ = row
    done = subprocess.run([example, command], input=text.encode(), capture_output=True, check=False)
    output = done.stdout.decode()
    if command == "repair" and done.returncode == 0:
        output = conformance.as_program(output, bool(done.stderr))
    found = (done.returncode, output.encode())
    return None if found == due else f"{name}: {text[:200]!r}\n  library {found}\n  program {due}"


def main():
    program, example = sys.argv[1:]
    # The example has no list of tools.
    rows = [(row, due) for row, due in conformance.all_expected(program) if row[1] in ("repair", "calls") and not row[3]]
    with ThreadPoolExecutor() as pool:
        wrong = [line for line in pool.map(lambda each: difference(example, *each), rows) if line]
    print(f"{len(rows)} rows through the C library: {len(wrong)} differ from the program")
    print("\n".join(wrong[:MOST_SHOWN]))
    sys.exit(bool(wrong) or len(rows) < 1000)


if __name__ == "__main__":
    main()
