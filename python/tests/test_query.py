"""Filters of jq: outputs, variables, limits, and errors."""

import sys
import time

import jmend
import pytest


def failed(*given, **options):
    with pytest.raises(jmend.JmendError) as caught:
        jmend.query(*given, **options)
    return caught.value


def test_all_outputs_come():
    assert jmend.query({"a": [1, "é\u2028"]}, ".a[]") == [1, "é\u2028"]
    assert jmend.query('{"a": 1}\n{"a": 2}', ".a") == [1, 2]
    assert jmend.query(b"[1][2]", "add", slurp=True) == [[1, 2]]
    assert jmend.query(None, "empty") == []
    assert jmend.query(None, "12345678901234567890123") == [12345678901234567890123]


def test_variables_are_values():
    assert jmend.query([{"id": 7}, {"id": 8}], ".[] | select(.id == $id)", variables={"id": 7}) == [{"id": 7}]
    assert jmend.query(None, "$rows | length", variables={"rows": list(range(100_000))}) == [100_000]
    assert jmend.query(None, "$name", variables={"name": "Ada"}) == ["Ada"]
    with pytest.raises(ValueError, match="no name"):
        jmend.query(None, ".", variables={"a=b": 1})


def test_a_filter_may_begin_with_a_dash():
    assert jmend.query(2, "-1 + .") == [1]


def test_limits_hold():
    began = time.monotonic()
    late = failed(None, "def f: f; f", timeout=0.2)
    assert (late.code, late.message) == ("stopped", "the filter was stopped: it takes more than 200 ms")
    assert time.monotonic() - began < 20
    large = failed(None, "[range(1e12)]", max_memory=32 << 20)
    assert large.code == "stopped" and large.message.endswith("more than 33554432 bytes")
    assert failed(None, "def f: 1 + f; f").code == "stopped"
    long = failed(None, "range(1e6)", max_output=100)
    assert (long.code, long.message) == ("stopped", "the filter was stopped: it gives more than 100 bytes")


def test_errors_say_where(monkeypatch):
    # A log stands beside the error.
    monkeypatch.setenv("JMEND_LOG", "debug")
    wrong = failed(None, ".a |\n nosuch")
    assert (wrong.code, wrong.line, wrong.column) == ("filter", 2, 2) and "nosuch" in wrong.message
    assert failed({"a": 1}, ".a.b").code == "filter"
    text = failed('{"a": 1', ".")
    assert (text.code, text.line) == ("syntax", 1)
    said = failed(None, 'error("a; --b MS allows more or less")')
    assert (said.code, said.message) == ("filter", '"a; --b MS allows more or less"')
    assert failed(None, "halt(3)").code == "halt"


def test_a_process_that_fails_is_no_filter_that_ended(monkeypatch):
    monkeypatch.setattr(sys, "path", ["/nowhere"])
    with pytest.raises(RuntimeError, match="ModuleNotFoundError"):
        jmend.query(None, ".")


def test_modules_of_the_working_directory_are_not_run(tmp_path, monkeypatch):
    for name in ("jmend.py", "json.py", "signal.py"):
        (tmp_path / name).write_text("raise SystemExit('the wrong module')")
    monkeypatch.chdir(tmp_path)
    assert jmend.query([1], ".[0]") == [1]
