"""The drop-in for json_repair: its arguments, and what they mean here."""

import inspect
import io
import json

import jmend
import pytest
from jmend import json_repair


def test_a_text_is_repaired_as_json_dumps_writes_it():
    assert json_repair.repair_json('{"a": 1, "b": ["x" "y"],}') == '{"a": 1, "b": ["x", "y"]}'
    assert json_repair.repair_json("{'é': 1}") == '{"\\u00e9": 1}'
    assert json_repair.repair_json("{'é': 1}", ensure_ascii=False, indent=1) == '{\n "é": 1\n}'
    assert json_repair.repair_json("[1,]", return_objects=True) == [1]
    assert json_repair.loads('{"a": "b') == {"a": "b"}


def test_files_are_read(tmp_path):
    path = tmp_path / "a.json"
    path.write_text("{a: 'é'}", encoding="utf-8")
    assert json_repair.from_file(path) == json_repair.from_file(str(path)) == {"a": "é"}
    with path.open(encoding="utf-8") as file:
        assert json_repair.load(file, chunk_length=2) == {"a": "é"}
    file = io.StringIO("x\n[1,]")
    file.readline()
    assert json_repair.repair_json(json_fd=file) == "[1]"


def test_a_log_has_each_change():
    value, log = json_repair.loads("{'a': 1,}", logging=True)
    assert value == {"a": 1} and {"text", "context"} == set(log[0])
    assert any("trailing-comma" in line["text"] for line in log)
    assert json_repair.repair_json("{}", logging=True) == ({}, [])


def test_what_is_no_json_is_an_error():
    with pytest.raises(jmend.JmendError, match="there is no JSON"):
        json_repair.repair_json("nothing")


@pytest.mark.parametrize("text", ["[1 2]", '{"a": "b', '{"a": 1} [2]', '{"a": , "b": 1}'])
def test_strict_refuses_what_is_not_certain(text):
    with pytest.raises(ValueError):
        json_repair.loads(text, strict=True)
    json_repair.loads(text)


def test_strict_takes_what_is_certain():
    assert json_repair.loads("{'a': 1,}", strict=True) == {"a": 1}


def test_a_schema_guides():
    assert json_repair.loads('{"n": "5"}', schema={"properties": {"n": {"type": "integer"}}}) == {"n": 5}
    with pytest.raises(ValueError, match="cannot be used together"):
        json_repair.loads("{}", schema={}, strict=True)


def test_what_is_not_supported_says_so():
    with pytest.raises(NotImplementedError, match="salvage"):
        json_repair.loads("{}", schema={}, schema_repair_mode="salvage")
    with pytest.raises(ValueError, match="schema_repair_mode"):
        json_repair.loads("{}", schema_repair_mode="other")
    with pytest.raises(TypeError):
        json_repair.loads("{}", no_such_option=True)


def test_it_takes_the_arguments_of_json_repair():
    original = pytest.importorskip("json_repair")
    for name in ("loads", "repair_json", "load", "from_file"):
        due = list(inspect.signature(getattr(original, name)).parameters)
        assert list(inspect.signature(getattr(json_repair, name)).parameters) == due, name
    text = '{"a": [1, {"b": null}]}'
    assert json_repair.loads(text) == original.loads(text) == json.loads(text)
