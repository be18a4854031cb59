"""The conformance fixtures through the module and through the program: the same bytes."""

import json

import jmend
import rows as conformance


def written(row):
    """What the module makes of a row, as the program writes it: its status and its output."""
    _, command, text, tools = row
    try:
        if command == "repair":
            found = jmend.repair(text)
            if found.documents == 1:
                # The value is that of the text, which the program writes.
                assert found.value == json.loads(found.text)
            return 0, conformance.as_program(text, found.text, bool(found.fixes))
        if command == "calls":
            calls = jmend.calls(text, tools=tools)
            for call in calls:
                assert call.arguments == json.loads(call.arguments_text)
            return int(bool(calls.refused)), "".join(call.to_json() + "\n" for call in calls)
        if command == "normalize":
            return 0, jmend.normalize(text)
        return 0, jmend.cache_key("t", text).text + "\n"
    except jmend.JmendError as error:
        if error.code == "number-range":
            return 0, conformance.as_program(text, found.text, bool(found.fixes))
        return 1, ""


def test_the_module_writes_the_bytes_of_the_program(program):
    wrong, count = [], {}
    for row, (status, output) in conformance.all_expected(program):
        count[row[1]] = count.get(row[1], 0) + 1
        due = (status, output.decode())
        found = written(row)
        if found != due:
            wrong.append(f"{row[0]}: {row[2][:200]!r}\n  module  {found}\n  program {due}")
    assert min(count["repair"], count["calls"], count["normalize"], count["cache-key"]) >= 20, count
    assert not wrong, f"{len(wrong)} of {count}:\n" + "\n".join(wrong[:20])
