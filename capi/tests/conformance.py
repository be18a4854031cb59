"""The conformance fixtures through the C library: the example writes the bytes that the program writes, and gives what is due to the
cases that it can run.

    python3 capi/tests/conformance.py PROGRAM EXAMPLE
"""

import json
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tests" / "conformance"))

import rows as conformance  # noqa: E402

MOST_SHOWN = 20


FIX = re.compile(r"bytes (\d+) to (\d+): (\S+)")
FACTS = re.compile(r"risk (\S*), confidence (\S+), cause (\S*)")
ERROR = re.compile(r"line (\d+), column (\d+): error\[(\S+)\]: ")
REFUSED = re.compile(r"refused: (\S+)")
VIOLATION = re.compile(r"violation: (\S+) at (\S*): (.*)")


def ran(example, command, text, tools, *options):
    """The status of the example, and the lines that it writes."""
    with tempfile.NamedTemporaryFile("w", suffix=".json", encoding="utf-8") as file:
        if tools is not None:
            file.write(json.dumps(tools))
            file.flush()
        arguments = [example, command, *([file.name] if tools is not None else []), *options]
        done = subprocess.run(arguments, input=text.encode(), capture_output=True, check=False)
    # Lines end at LF alone.
    return done.returncode, done.stdout.decode(), done.stderr.decode().removesuffix("\n").split("\n")


def difference(example, row, due):
    """What the example makes otherwise of a row; None where all is the same."""
    name, command, text, tools = row
    status, output, said = ran(example, command, text, tools)
    if command == "repair" and status == 0:
        output = conformance.as_program(output, any(map(FIX.fullmatch, said)))
    found = (status, output.encode())
    return None if found == due else f"{name}: {text[:200]!r}\n  library {found}\n  program {due}"


def refused(said):
    """Reads the lines about a refusal: the code, the violations, and the feedback for the model."""
    found = []
    for line in said:
        if begun := REFUSED.fullmatch(line):
            found.append({"code": begun[1], "violations": []})
        elif violation := VIOLATION.fullmatch(line):
            keyword, path, message = violation.groups()
            found[-1]["violations"].append([path, keyword, message])
        elif found:
            found[-1]["feedback"] = line
    return found


def outcome(example, case):
    """Runs the example on a case, and returns what it gives."""
    if case["kind"] == "eval-json":
        return evaluated(example, case)
    options = [f"{name}={word}" for name, word in case.get("options", {}).items()]
    status, output, said = ran(example, case["kind"], case["input"], case.get("tools"), *options)
    if error := ERROR.match(said[0]):
        line, column, code = error.groups()
        if case["kind"] == "calls":
            return {"output": "", "refused": [{"code": code, "feedback": said[-1], "violations": []}]}
        return {"error": code, "line": int(line), "column": int(column), "feedback": said[-1]}
    if case["kind"] == "calls":
        return {"output": output, "refused": refused(said)}
    facts = FACTS.fullmatch(said[0])
    assert status == 0 and facts, said
    fixes = [FIX.fullmatch(line) for line in said[1:]]
    return {
        "output": conformance.as_program(output, bool(fixes)),
        "fixes": [[fix[3], int(fix[1]), int(fix[2])] for fix in fixes],
        "risk": facts[1] or None,
        "confidence": float(facts[2]),
        "cause": facts[3] or None,
    }


def evaluated(example, case):
    """Runs the example on a program, and returns what it gives."""
    given = [f"{name}={word}" for name, word in case.get("options", {}).items()]
    given += [f"{name}={json.dumps(case[name])}" for name in ("context", "memory", "tools") if name in case]
    given += [f"value:{name}={json.dumps(value)}" for name, value in case.get("values", {}).items()]
    status, output, said = ran(example, "eval-json", case["input"], None, *given)
    if status == 0:
        return dict(zip(("value", "memory_delta", "memory"), map(json.loads, output.split("\n"))))
    path, suggestion, error = said[0].removeprefix("path "), said[1].removeprefix("suggestion "), ERROR.match(said[2])
    return {"error": error[3], "message": said[2][error.end() :], "path": path or None, "suggestion": suggestion or None}


def shortcoming(example, case):
    """Returns what the example gives for a case; None where that is what is due."""
    found = outcome(example, case)
    return None if found == case["due"] else f"{case['id']}\n  library {found}\n  due     {case['due']}"


def main():
    program, example = sys.argv[1:]
    rows = [(row, due) for row, due in conformance.all_expected(program) if row[1] in ("repair", "calls")]
    cases = [case for case in conformance.cases() if case["kind"] in ("repair", "calls", "eval-json")]
    with ThreadPoolExecutor() as pool:
        wrong = [line for line in pool.map(lambda each: difference(example, *each), rows) if line]
        short = [line for line in pool.map(lambda each: shortcoming(example, each), cases) if line]
    print(f"{len(rows)} rows through the C library: {len(wrong)} differ from the program")
    print(f"{len(cases)} cases through the C library: {len(short)} do not give what is due")
    print("\n".join([*wrong, *short][:MOST_SHOWN]))
    sys.exit(bool(wrong or short) or len(rows) < 1000 or len(cases) < 100)


if __name__ == "__main__":
    main()
