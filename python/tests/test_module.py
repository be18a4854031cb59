"""What the functions of the module give, and how they say no."""

import copy
import json
import pickle
from concurrent.futures import ThreadPoolExecutor

import jmend
import pytest


def test_a_repair_says_what_it_changed():
    text = "Süre: {'id': 1, 'tags': ['a' 'b'],}"
    found = jmend.repair(text)
    assert found.value == {"id": 1, "tags": ["a", "b"]}
    assert found.value is found.value
    assert found.text == '{"id": 1, "tags": ["a", "b"]}'
    assert found.risk == "inferred" and 0 < found.confidence < 1
    assert (found.strategy, found.notation, found.truncated, found.cut, found.documents) == (
        "structural",
        None,
        False,
        None,
        1,
    )
    # Places count characters of a string, and bytes of bytes.
    comma = next(fix for fix in found.fixes if fix.code == "missing-comma")
    assert (text[comma.start - 3 : comma.end], comma.risk) == ("'a'", "inferred")
    assert comma.message and comma.replacement is not None
    same = next(fix for fix in jmend.repair(text.encode()).fixes if fix.code == "missing-comma")
    assert same.start == comma.start + 1


def test_fixes_turn_the_text_into_the_repaired_one():
    text = "ä ```json\n{'ö': 'ü', b: [1, 2,], 'c': 'it's'}\n```"
    found = jmend.repair(text)
    out, at = "", 0
    for fix in found.fixes:
        if fix.replacement is not None:
            out += text[at : fix.start] + fix.replacement
            at = fix.end
    assert out + text[at:] == found.text


def test_valid_text_comes_back_as_it_is():
    text = ' {"a": 1.0}\n'
    found = jmend.repair(text)
    assert found.text is text
    assert (found.fixes, found.risk, found.confidence, found.strategy) == ((), None, 1.0, "direct")


@pytest.mark.parametrize(
    ("text", "options", "code"),
    [
        ("I cannot do that.", {}, "no-json"),
        ("", {}, "no-json"),
        ("[1 2]", {"max_risk": "syntax"}, "risk"),
        ('{"a": "b', {"truncated": "refuse"}, "truncated"),
        ("[1 2]", {"min_confidence": 1}, "confidence"),
        ("[[1]]", {"max_depth": 1}, "depth"),
        ("{'a': 1}", {"strategies": ["structural"], "max_risk": "syntax"}, None),
        ("[NaN]", {"nan": "error"}, None),
        ("a: 1", {"notation": "json"}, None),
    ],
)
def test_options_are_those_of_the_flags(text, options, code):
    if code is None:
        # What becomes of it is the engine's affair: the words are known.
        try:
            jmend.loads(text, **options)
        except jmend.JmendError:
            pass
        return
    with pytest.raises(jmend.JmendError) as caught:
        jmend.loads(text, **options)
    assert caught.value.code == code
    assert jmend.JmendError is type(caught.value) and isinstance(caught.value, ValueError)


def test_wrong_options_say_what_there_is():
    with pytest.raises(TypeError, match="there is no option \"max_rsk\": the options are max_risk"):
        jmend.loads("{}", max_rsk="syntax")
    with pytest.raises(ValueError, match="max_risk is one of syntax, inferred, lossy, not \"none\""):
        jmend.loads("{}", max_risk="none")
    with pytest.raises(ValueError, match="notation is one of auto, json, python"):
        jmend.loads("{}", notation="cobol")
    with pytest.raises(TypeError):
        jmend.calls("{}", schema={})
    assert jmend.loads("{}", max_risk=None) == {}
    assert jmend.loads("[NaN]", nan="string") == ["NaN"]
    assert jmend.loads('[1] {"a": 2}', select="first") == [1]


def test_an_error_has_its_place_and_survives_a_copy():
    with pytest.raises(jmend.JmendError) as caught:
        jmend.loads('é\n{"a": "b', truncated="refuse")
    error = caught.value
    assert (error.code, error.offset, error.line, error.column) == ("truncated", 10, 2, 9)
    assert str(error) == f"{error.message} (line 2, column 9)"
    for other in (pickle.loads(pickle.dumps(error)), copy.copy(error)):
        assert (str(other), other.code, other.violations) == (str(error), error.code, error.violations)


def test_a_schema_guides_and_judges():
    schema = {"type": "object", "properties": {"limit": {"type": "integer", "maximum": 100}}}
    compiled = jmend.Schema(schema)
    for given in (schema, json.dumps(schema), compiled):
        assert jmend.loads("{'limit': '5'}", schema=given) == {"limit": 5}
    declared = {"properties": {"limit": {"type": "integer", "default": 10}}}
    assert jmend.loads("{}", schema=declared) == {}
    assert jmend.loads("{}", schema=declared, defaults=True) == {"limit": 10}
    with pytest.raises(jmend.JmendError) as caught:
        jmend.loads("{'limit': 500}", schema=compiled)
    violation = caught.value.violations[0]
    assert (caught.value.code, violation.path, violation.keyword) == ("schema", "/limit", "maximum")
    with pytest.raises(ValueError):
        jmend.Schema({"type": "nothing"})


def test_calls_have_arguments_and_what_is_none_is_refused():
    text = (
        "<tool_call>\n{'name': 'search', 'arguments': {'q': 'rust', 'limit': 5}, 'id': 'c1'}\n</tool_call>"
        '<tool_call>{"name": "rm", "arguments": {"path": "/'
    )
    found = jmend.calls(text)
    assert len(found) == 1 and list(found) == [found[0]] and found[-1] is found[0]
    call = found[0]
    assert (call.name, call.arguments, call.id, call.complete) == ("search", {"q": "rust", "limit": 5}, "c1", True)
    assert json.loads(call.to_json())["arguments"] == json.loads(call.arguments_text) == call.arguments
    assert call.risk == "syntax" and call.fixes and 0 < call.confidence <= 1
    assert text[slice(*call.span)].startswith("<tool_call>")
    assert [(refused.name, refused.code) for refused in found.refused] == [("rm", "truncated")]
    assert [call.complete for call in jmend.calls(text, truncated="close")] == [True, False]
    with pytest.raises(IndexError):
        found[1]


def test_tools_settle_names_and_types():
    definition = {
        "type": "function",
        "function": {
            "name": "get_weather",
            "parameters": {"type": "object", "properties": {"days": {"type": "integer"}}},
        },
    }
    tools = jmend.Tools([definition])
    assert tools.names == ["get_weather"] and "get_weather" in tools and "x" not in tools
    text = "<function=get_weather>\n<parameter=days>\n3\n</parameter>\n</function>"
    for given in (tools, [definition], json.dumps([definition])):
        assert jmend.calls(text, tools=given)[0].arguments == {"days": 3}
    with pytest.raises(ValueError, match="format is one of"):
        jmend.calls(text, format="nothing")
    with pytest.raises(ValueError, match="the list of tools is no JSON"):
        jmend.Tools("[")


def test_keys_and_previews():
    key = jmend.cache_key("search", {"limit": 2, "log-level": "warn"})
    assert key == jmend.cache_key("search", '{ "log_level": "w\\u0061rn", "limit": 2.0 }')
    assert key.key == "jk1-4b4a8e614a8f1735971e3078473a304768e35e267786ef6e483841a282a75dcc"
    assert key.text == '{"args":{"limit":2,"log_level":"warn"},"tool":"search","v":1}'
    assert jmend.cache_key("search", {}, namespace="n") != jmend.cache_key("search", {})
    with pytest.raises(jmend.JmendError):
        jmend.cache_key("search", "{'a': 1}")
    with pytest.raises(ValueError):
        jmend.cache_key("search", {"a": float("nan")})
    shown = jmend.preview("search", {}, [{"id": 1}, {"id": 2}], hint="load({tool})")
    assert (shown["status"], shown["result_count"]) == ("ok", 2)
    assert jmend.preview("search", {}, [{"id": 1}, {"id": 2}], rows=1) != shown
    assert jmend.normalize('{ "max-rows": 1.0 }') == '{ "max_rows": 1.0 }\n'
    with pytest.raises(jmend.JmendError, match="line 1") as caught:
        jmend.normalize('{"a-b": 1, "a_b": 2}')
    assert caught.value.code == "key-collision"
    assert jmend.normalize('{"a-b": 1, "a_b": 2}', on_collision="first") == '{"a_b": 1}\n'


def test_a_cache_keeps_full_results(tmp_path):
    cache = jmend.Cache(tmp_path / "c", namespace="n", max_size=1 << 20)
    call = ("search", {"max-rows": 5})
    assert cache.get(*call) is None and not cache.has(*call)
    assert cache.put(*call, [{"id": 1}])
    assert cache.get("search", '{ "max_rows": 5.0 }') == '[{"id": 1}]'
    [entry] = cache.entries()
    assert (entry["tool"], entry["args"], entry["rows"], entry["namespace"]) == ("search", {"max_rows": 5}, 1, "n")
    with pytest.raises(jmend.JmendError) as caught:
        cache.put(*call, "[1,\n 2")
    assert (caught.value.code, caught.value.line) == ("syntax", 2)
    with pytest.raises(jmend.JmendError, match="two members get this name"):
        cache.get("search", {"a-b": 1, "a_b": 2})
    assert cache.put("log", {}, "no JSON", text=True) and cache.get("log", {}) == "no JSON"
    copied = pickle.loads(pickle.dumps(cache))
    assert copied == cache and copied.has(*call) and cache != jmend.Cache(tmp_path / "c")
    shown = jmend.preview("get", {}, [1, 2, 3], cache=cache)
    assert shown["full_result_cached"] and "eval_json" in shown["cache_hint"]
    assert cache.remove(*call) and not cache.remove(*call)
    assert cache.collect() == {"entries": 0, "bytes": 0, "abandoned": 0, "corrupt": 0}
    (tmp_path / "file").write_text("")
    with pytest.raises(OSError):
        jmend.Cache(tmp_path / "file").put(*call, [])
    with pytest.raises(ValueError, match="max_age"):
        jmend.Cache(tmp_path, max_age=-1)


def test_a_model_is_told_the_language_of_programs():
    assert jmend.program_prompt().startswith("# PTC-JSON")
    card = jmend.program_prompt("card", context={"orders": [{"total": 5}]}, functions={"search": lambda arguments: []})
    assert "orders" in card and "search" in card and len(card) < len(jmend.program_prompt())
    assert jmend.program_schema()["title"] == "PTC-JSON program"
    assert jmend.program_schema(strict=True) != jmend.program_schema()
    with pytest.raises(ValueError, match="size"):
        jmend.program_prompt("short")
    with pytest.raises(ValueError, match="card"):
        jmend.program_prompt(context={})
    with pytest.raises(jmend.JmendError) as caught:
        jmend.program_prompt("card", context=[1])
    assert caught.value.code == "context"


def test_a_stream_shows_what_is_settled():
    partial = jmend.Partial()
    assert (partial.value, partial.text) == (None, None)
    assert partial.push('{"city": "Ber') and partial.value == {"city": "Ber"}
    assert partial.push(b'lin", "days": 1') and partial.value == {"city": "Berlin"}
    partial.push("2}")
    found = partial.finish()
    assert (found.value, found.risk) == ({"city": "Berlin", "days": 12}, None)
    with pytest.raises(jmend.JmendError, match="line 1"):
        jmend.Partial(truncated="refuse").finish()


def test_eight_threads_get_the_same_as_one():
    texts = [f"{{'key{i % 50}': [{i}, 'é{i}', {{'k': {i}.5,}}], 'n': 'x' 'y'}}" for i in range(400)]
    texts.append("[" + ",".join(f"{{'a': {i},}}" for i in range(20_000)) + "]")
    due = [jmend.loads(text) for text in texts]
    with ThreadPoolExecutor(8) as pool:
        for found in pool.map(lambda _: [jmend.loads(text) for text in texts], range(8)):
            assert found == due


WEATHER = {
    "name": "get_weather",
    "parameters": {
        "type": "object",
        "properties": {"city": {"type": "string"}, "days": {"type": "integer", "maximum": 14}},
        "required": ["city"],
    },
}


def test_calls_fit_the_schemas_of_their_tools():
    text = '<tool_call>{"name": "get_weather", "arguments": {"city": "Oslo", "days": "3"}}</tool_call>'
    assert jmend.calls(text, tools=[WEATHER])[0].arguments == {"city": "Oslo", "days": 3}

    text = '<tool_call>{"name": "get_weather", "arguments": {"days": 30}}</tool_call>'
    found = jmend.calls(text, tools=[WEATHER])
    refused = found.refused[0]
    assert len(found) == 0 and refused.code == "schema" and refused.name == "get_weather"
    assert [(violation.path, violation.keyword) for violation in refused.violations] == [("", "required"), ("/days", "maximum")]
    assert refused.feedback.startswith("Your output could not be used: the value does not fit the schema:"), refused.feedback
    assert '"city" is a required property; at /days: the number is greater than the maximum of 14' in refused.message
    assert jmend.calls(text, tools=[WEATHER], check=False)[0].arguments == {"days": 30}


def test_calls_of_unknown_tools():
    text = '<tool_call>{"name": "get_wetter", "arguments": {"city": "Oslo"}}</tool_call>'
    assert jmend.calls(text, tools=[WEATHER])[0].name == "get_wetter"
    assert len(jmend.calls(text, tools=[WEATHER], unknown_tools="drop")) == 0
    refused = jmend.calls(text, tools=[WEATHER], unknown_tools="refuse").refused[0]
    assert refused.code == "unknown-tool" and "did you mean `get_weather`?" in refused.message and refused.violations == ()
    with pytest.raises(ValueError, match="unknown_tools is one of keep, drop, refuse"):
        jmend.calls(text, tools=[WEATHER], unknown_tools="maybe")
    for options in {"unknown_tools": "refuse"}, {"check": True}, {"check": False, "tools": None}:
        with pytest.raises(ValueError, match="unknown_tools and check need tools"):
            jmend.calls(text, **options)


def test_a_schema_that_cannot_be_used_is_told():
    tools = jmend.Tools([{"name": "f", "parameters": {"type": "nonsense"}}])
    assert jmend.calls('{"name": "f", "arguments": {"a": 1}}', tools=tools)[0].arguments == {"a": 1}
    assert [warning.split(":")[0] for warning in tools.warnings] == ["the schema of the tool `f` cannot be used"]


def test_an_answer_that_is_cut_off_before_its_calls_is_an_error():
    with pytest.raises(jmend.JmendError) as error:
        jmend.calls('{"choices": [{"message": {"content": "I look", "role": "assist')
    assert error.value.code == "truncated"


def test_causes_and_what_to_tell_the_model():
    assert jmend.repair("{'a': True}").cause == "python-literal" and jmend.repair("[1]").cause is None
    with pytest.raises(jmend.JmendError) as error:
        jmend.loads("I cannot do that.")
    assert error.value.feedback.startswith("Your output could not be used: there is no JSON in this text (line 1, column 1).")
    copy = pickle.loads(pickle.dumps(error.value))
    assert (copy.feedback, copy.args) == (error.value.feedback, error.value.args)


def test_arguments_of_one_call():
    tools = jmend.Tools([WEATHER])
    found = jmend.arguments("get_weather", "{'city': 'Oslo', 'days': '3',}", tools=tools)
    assert found.value == {"city": "Oslo", "days": 3} and found.strategy == "manual_repair"
    assert {"coerced-number", "trailing-comma"} < {fix.code for fix in found.fixes}
    assert jmend.arguments("get_weather", {"city": "Oslo", "days": "3"}, tools=tools).value["days"] == 3
    assert jmend.arguments("ls", '"{\\"path\\": \\"/\\"}"').value == {"path": "/"}
    for nothing in "", " ", "null", None:
        found = jmend.arguments("ls", nothing)
        (fix,) = found.fixes
        assert (found.value, found.text, fix.code, fix.replacement) == ({}, "{}", "empty-input", "{}"), nothing
        assert (found.strategy, found.risk) == ("structural", "syntax")
    for nothing in {}, "{}":
        found = jmend.arguments("ls", nothing)
        assert (found.value, found.text, found.fixes) == ({}, "{}", ()), nothing
    for tool, given, code in [
        ("get_weather", {"days": 3}, "schema"),
        ("get_weather", "[1]", "schema"),
        ("ls", "[1]", "schema"),
        ("ls", '{"path": "/us', "truncated"),
        ("ls", "I cannot", "no-json"),
    ]:
        with pytest.raises(jmend.JmendError) as error:
            jmend.arguments(tool, given, tools=tools)
        assert error.value.code == code, error.value
        assert error.value.feedback.startswith("Your output could not be used: ")
    assert jmend.arguments("ls", '{"path": "/us', truncated="close").truncated
    with pytest.raises(TypeError, match="there is no option"):
        jmend.arguments("ls", "{}", check=False)


def test_statistics():
    stats = jmend.Stats("openai")
    stats.add(jmend.repair("{'a': True}"), tool="f")
    stats.add(jmend.repair('{"a": 1'))
    text = '<tool_call>{"name": "get_weather", "arguments": {"city": "Oslo", "days": "3"}}</tool_call>'
    stats.add(jmend.calls(text + '<tool_call>{"name": "get_weather", "arguments": {}}</tool_call>', tools=[WEATHER]))
    with pytest.raises(jmend.JmendError) as error:
        jmend.loads("[1", truncated="refuse")
    stats.add(error.value)
    counts = stats.to_dict()["argument_normalization"]
    assert (counts["provider"], counts["total_calls"], counts["failures"], counts["truncated"]) == ("openai", 5, 2, 2)
    assert {name: count for name, count in counts["normalizations"].items() if count} == {
        "python_ast": 1,
        "structural": 1,
        "manual_repair": 1,
        "failed": 2,
    }
    assert {name: tool["total_calls"] for name, tool in counts["by_tool"].items()} == {"f": 1, "get_weather": 2}

    copy = pickle.loads(pickle.dumps(stats))
    assert copy == stats and jmend.Stats.from_json(stats.to_json()) == stats
    copy.merge(stats)
    assert copy.to_dict()["argument_normalization"]["total_calls"] == 10 and copy != stats
    with pytest.raises(TypeError, match="a result is Repaired, Calls or JmendError, not int"):
        stats.add(1)
    with pytest.raises(ValueError, match="argument_normalization"):
        jmend.Stats.from_json("{}")
