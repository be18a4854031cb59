"""The conformance fixtures through the module and through the program: the same bytes."""

import json
import os
import sys
import tempfile

import jmend
import pytest
import rows as conformance
from jmend import _jmend

SHOWN = 200
"""Characters that a message shows of a text."""


def program(arguments, text, folder):
    """The program's main function in a process of its own, which is a copy of this one: its status and output."""
    (folder / "in").write_bytes(text.encode())
    child = os.fork()
    if child == 0:
        try:
            for stream, name, mode in ((0, "in", os.O_RDONLY), (1, "out", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)):
                os.dup2(os.open(folder / name, mode), stream)
            os._exit(_jmend.run(["jmend", *arguments], [sys.executable, "-m", "jmend"]))
        finally:
            os._exit(99)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    return status, (folder / "out").read_bytes().decode()


def read(text, value):
    """What `json` reads; the value itself where that is too deep for `json`."""
    try:
        return json.loads(text)
    except RecursionError:
        return value


def written(row):
    """What the module makes of a row, as the program writes it: its status and its output."""
    _, command, text, tools = row
    try:
        if command == "repair":
            found = jmend.repair(text)
            if found.documents == 1:
                # The value is that of the text, which the program writes.
                assert found.value == read(found.text, found.value)
            return 0, conformance.as_program(found.text, bool(found.fixes))
        if command == "calls":
            calls = jmend.calls(text, tools=tools)
            for call in calls:
                assert call.arguments == json.loads(call.arguments_text)
            return int(bool(calls.refused)), "".join(call.to_json() + "\n" for call in calls)
        if command == "normalize":
            return 0, jmend.normalize(text)
        return 0, jmend.cache_key("t", text).text
    except jmend.JmendError as error:
        if error.code == "number-range":
            return 0, conformance.as_program(found.text, bool(found.fixes))
        return 1, ""


def options(case):
    """The options of a case, by the names of Python."""
    names = {"from": "notation"}
    return {names.get(name, name.replace("-", "_")): word for name, word in case.get("options", {}).items()}


def failed(error):
    return {"error": error.code, "line": error.line, "column": error.column}


def refused(code, feedback, violations):
    return {"code": code, "feedback": feedback, "violations": [[each.path, each.keyword, each.message] for each in violations]}


def repaired(case):
    # Places in bytes are places in bytes.
    found = jmend.repair(case["input"].encode(), **options(case))
    return {
        "output": conformance.as_program(found.text, bool(found.fixes)),
        "fixes": [[fix.code, fix.start, fix.end] for fix in found.fixes],
        "risk": found.risk,
        "confidence": found.confidence,
        "cause": found.cause,
    }


def called(case):
    found = jmend.calls(case["input"], tools=case.get("tools"), **options(case))
    return {
        "output": "".join(call.to_json() + "\n" for call in found),
        "refused": [refused(each.code, each.feedback, each.violations) for each in found.refused],
    }


def grown(case):
    partial, shown = jmend.Partial(**options(case)), []
    for index, piece in enumerate(case["pieces"]):
        if partial.push(piece):
            shown.append([index, partial.value])
    try:
        found = partial.finish()
    except jmend.JmendError as error:
        return {**failed(error), "shown": shown}
    return {"value" if found.documents == 1 else "values": found.value, "complete": not found.truncated, "shown": shown}


def previewed(case):
    words = case.get("options", {})
    given = {name: words.get(name) for name in ("at", "sample")} | {"profile": words.get("profile") == "true"}
    if "max-bytes-out" in words:
        given["max_bytes"] = int(words["max-bytes-out"])
    given |= {name: case.get(name) for name in ("rows", "hint")}
    if "asked" not in case:
        return {"preview": jmend.preview(case["tool"], case["arguments"], case["input"], **given)}
    with tempfile.TemporaryDirectory() as folder:
        cache = jmend.Cache(folder, namespace=case.get("namespace"))
        found = jmend.preview(case["tool"], case["arguments"], case["input"], cache=cache, **given)
        entries = [{key: entry[key] for key in entry if key != "created"} for entry in cache.entries()]
        return {"preview": found, "cached": cache.get(case["tool"], case["asked"]), "entries": entries}


def evaluated(case):
    given = {name.replace("-", "_"): json.loads(word) for name, word in case.get("options", {}).items()}
    given |= {name: case.get(name) for name in ("context", "memory", "tools")}
    try:
        done = jmend.eval_json(case["input"], functions=case.get("values"), **given)
    except jmend.JmendError as error:
        return {"error": error.code, "message": error.message, "path": error.path, "suggestion": error.suggestion}
    return {"value": done.value, "memory_delta": done.memory_delta, "memory": done.memory}


FUNCTIONS = {
    "repair": repaired,
    "calls": called,
    "partial": grown,
    "normalize": lambda case: {"output": jmend.normalize(case["input"])},
    "cache-key": lambda case: jmend.cache_key("t", case["input"], namespace=case.get("namespace"))._asdict(),
    "preview": previewed,
    "eval-json": evaluated,
}


def outcome(case):
    """Gives a case to the module, and returns what it gives."""
    try:
        return FUNCTIONS[case["kind"]](case)
    except jmend.JmendError as error:
        if case["kind"] == "repair":
            return {**failed(error), "feedback": error.feedback}
        if case["kind"] == "calls":
            return {"output": "", "refused": [refused(error.code, error.feedback, error.violations)]}
        return failed(error)


def test_cases_give_what_is_due():
    cases = conformance.cases()
    wrong = [(case["id"], found, case["due"]) for case in cases if (found := outcome(case)) != case["due"]]
    assert len(cases) >= 200 and not wrong, "\n".join(f"{name}\n  is  {found}\n  due {due}" for name, found, due in wrong)


def test_the_module_writes_the_bytes_of_the_program(tmp_path):
    wrong, count = [], {}
    for row in conformance.rows():
        name, command, text, tools = row
        count[command] = count.get(command, 0) + 1
        file = None
        if tools is not None:
            file = tmp_path / "tools.json"
            file.write_text(json.dumps(tools), encoding="utf-8")
        due = program(conformance.arguments(command, file), text, tmp_path)
        if (command == "normalize" and due[0] == 1) or (command == "cache-key" and "\n" in due[1]):
            # The program goes on after a document that is wrong, and gives a key for each; the module gives all or nothing.
            due = (1, "")
        found = written(row)
        if found != due:
            wrong.append(f"{name}: {text[:SHOWN]!r}\n  module  {str(found)[:SHOWN]}\n  program {str(due)[:SHOWN]}")
    assert count["repair"] > 800 and min(count["calls"], count["normalize"], count["cache-key"]) >= 15, count
    if wrong:
        pytest.fail(f"{len(wrong)} of {count}:\n" + "\n".join(wrong[:20]))
