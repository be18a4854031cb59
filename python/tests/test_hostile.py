"""The shared hostile inputs through the module: a value or an exception, never an abort."""

import base64
import json

import jmend
import pytest
from conftest import shared


LONG = 1_000_000
"""Bytes from which one function is enough."""


def times(pattern, count):
    if "%d" in pattern:
        return "".join(pattern.replace("%d", str(number)) for number in range(count))
    return pattern * count


def inputs():
    for line in shared("vectors/hostile/inputs.jsonl").read_text(encoding="utf-8").split("\n"):
        if not line:
            continue
        row = json.loads(line)
        if "input_base64" in row:
            yield row["id"], base64.b64decode(row["input_base64"])
        else:
            made = row["gen"]
            parts = [made["prefix"], times(made["pattern"], made["repeat"]), made["middle"]]
            parts += [times(made["tail"], made["repeat"]), made["suffix"]]
            yield row["id"], "".join(parts).encode("utf-8", "surrogatepass")


def patterns():
    for line in shared("vectors/hostile/superlinear.jsonl").read_text(encoding="utf-8").split("\n"):
        if line:
            row = json.loads(line)
            count = 1_000_000 // len(row["pattern"].encode())
            yield row["pattern"], (row["prefix"] + row["pattern"] * count + row["suffix"]).encode()


def outcomes(text, functions=(jmend.repair, jmend.calls)):
    """What each function makes of a text; an exception of ours is an answer."""
    known = (jmend.JmendError,)
    for function in functions:
        try:
            found = function(text)
        except known as error:
            assert error.code and error.line >= 1 and error.column >= 1 and 0 <= error.offset <= len(text)
            continue
        if function is jmend.repair:
            assert isinstance(found.text, str) and repr(found)
            if len(found.text) < 1_000_000:
                assert all(0 <= fix.start <= fix.end <= len(text) for fix in found.fixes)
            try:
                found.value
            except known as error:
                assert error.code == "number-range"
        if function is jmend.calls:
            for call in found:
                try:
                    assert isinstance(call.arguments, dict)
                except known as error:
                    assert error.code == "number-range"


def test_hostile_inputs_give_a_value_or_an_exception():
    count = 0
    for name, text in inputs():
        count += 1
        try:
            if len(text) >= LONG:
                outcomes(text, [jmend.repair])
            else:
                outcomes(text)
                as_string = text.decode("utf-8", "surrogateescape")
                outcomes(as_string)
                partial = jmend.Partial()
                partial.push(text[: len(text) // 2])
                partial.push(text[len(text) // 2 :])
                try:
                    partial.finish()
                except jmend.JmendError:
                    pass
        except jmend.JmendError:
            raise
        except Exception as error:
            pytest.fail(f"{name}: {error!r}")
    assert count >= 190


def test_patterns_that_make_others_quadratic_come_to_an_end():
    count = 0
    for _, text in patterns():
        count += 1
        outcomes(text, [jmend.repair])
    assert count >= 26
