"""The conformance fixtures through the C library: the examples write the bytes that the program writes, and give what is due to the
cases.

    python3 capi/tests/conformance.py PROGRAM REPAIR RESULTS      (the examples of these names)
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


def results(example, arguments, text=""):
    """The status of the other example, its output, and what it says of an error."""
    done = subprocess.run([example, *arguments], input=text.encode(), capture_output=True, check=False)
    said = done.stderr.decode()
    if not (error := ERROR.match(said)):
        assert done.returncode == 0, said
        return done.stdout.decode(), {}
    line, column, code = error.groups()
    return done.stdout.decode(), {"error": code, "line": int(line), "column": int(column)}


def normalized(example, case):
    output, failed = results(example, ["normalize"], case["input"])
    return failed or {"output": output.removesuffix("\n")}


def keyed(example, case):
    output, failed = results(example, ["cache-key", "t", *([case["namespace"]] if "namespace" in case else [])], case["input"])
    return failed or dict(zip(("key", "text"), output.split("\n")))


def previewed(example, case):
    given = {("max-bytes" if name == "max-bytes-out" else name): word for name, word in case.get("options", {}).items()}
    given |= {name: str(case[name]) for name in ("rows", "hint") if name in case}
    with tempfile.TemporaryDirectory() as folder:
        if "asked" in case:
            given |= {"cache": folder} | {name: case[name] for name in ("namespace", "asked") if name in case}
        words = [f"{name}={word}" for name, word in given.items()]
        output, failed = results(example, ["preview", case["tool"], case["arguments"], *words], case["input"])
    if failed or "asked" not in case:
        return failed or {"preview": json.loads(output)}
    preview, rest = output.split("\n", 1)
    cached, entries = rest.removesuffix("\n").rsplit("\n", 1)
    entries = [{key: entry[key] for key in entry if key != "created"} for entry in json.loads(entries)]
    return {"preview": json.loads(preview), "cached": None if cached == "none" else cached, "entries": entries}


def grown(example, case):
    options = [f"{name}={word}" for name, word in case.get("options", {}).items()]
    output, failed = results(example, ["partial", *options, "--", *case["pieces"]])
    shown = []
    while begun := re.match(r"(\d+) ", output):
        # Values are laid out as the text is, so that one may have several lines.
        value, end = json.JSONDecoder().raw_decode(output, begun.end())
        shown.append([int(begun[1]), value])
        output = output[end + 1 :]
    if failed:
        return {**failed, "shown": shown}
    is_whole, count, text = output.removesuffix("\n").split(" ", 2)
    value = {"value": json.loads(text)} if count == "1" else {"values": [json.loads(line) for line in text.split("\n")]}
    return {**value, "complete": is_whole == "whole", "shown": shown}


OF_RESULTS = {"normalize": normalized, "cache-key": keyed, "preview": previewed, "partial": grown}
"""The kinds of cases that the example of results can run."""


def shortcoming(examples, case):
    """Returns what an example gives for a case; None where that is what is due."""
    repair, of_results = examples
    kind = case["kind"]
    found = OF_RESULTS[kind](of_results, case) if kind in OF_RESULTS else outcome(repair, case)
    return None if found == case["due"] else f"{case['id']}\n  library {found}\n  due     {case['due']}"


def main():
    program, *examples = sys.argv[1:]
    rows = [(row, due) for row, due in conformance.all_expected(program) if row[1] in ("repair", "calls")]
    cases = conformance.cases()
    with ThreadPoolExecutor() as pool:
        wrong = [line for line in pool.map(lambda each: difference(examples[0], *each), rows) if line]
        short = [line for line in pool.map(lambda each: shortcoming(examples, each), cases) if line]
    print(f"{len(rows)} rows through the C library: {len(wrong)} differ from the program")
    print(f"{len(cases)} cases through the C library: {len(short)} do not give what is due")
    print("\n".join([*wrong, *short][:MOST_SHOWN]))
    sys.exit(bool(wrong or short) or len(rows) < 1000 or len(cases) < 200)


if __name__ == "__main__":
    main()
