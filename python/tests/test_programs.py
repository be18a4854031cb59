"""Programs in process: functions as tools, memory, limits, and errors."""

import decimal
import json
import pickle
import threading
import time

import jmend
import pytest


def program(node):
    return {"program": node}


def call(tool, **arguments):
    return program({"op": "call", "tool": tool, "args": arguments})


def failed(*given, **options):
    with pytest.raises(jmend.JmendError) as caught:
        jmend.eval_json(*given, **options)
    return caught.value


def test_functions_get_their_arguments_and_give_values():
    seen = []

    def search(arguments):
        seen.append((arguments, threading.current_thread()))
        return [{"name": "é"}, {"name": "b"}]

    done = jmend.eval_json(call("search", q="x", limit=[1.5]), functions={"search": search})
    assert done.value == [{"name": "é"}, {"name": "b"}] and json.loads(done.text) == done.value
    assert seen == [({"q": "x", "limit": [1.5]}, threading.current_thread())]
    assert jmend.eval_json(call("t"), functions={"t": lambda arguments: "12"}).value == "12"
    assert jmend.eval_json(call("t"), functions={"t": "12"}).value == "12"
    assert jmend.eval_json(json.dumps(call("t")).encode(), functions={"t": None}).value is None


def test_what_a_function_raises_is_the_cause():
    def day(arguments):
        raise LookupError("no such day")

    error = failed(call("day"), functions={"day": day})
    assert (error.code, error.path) == ("execution_error", "/program")
    assert error.message == "Tool 'day' raised: LookupError: no such day"
    assert isinstance(error.__cause__, LookupError)
    assert failed(call("day"), functions={"day": lambda arguments: {"error": "closed"}}).message == "Tool 'day' error: \"closed\""
    assert failed(call("order"), functions={"orders": day}).suggestion == "orders"
    assert "not JSON serializable" in failed(call("t"), functions={"t": lambda arguments: {1, 2}}).message

    def leave(arguments):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        jmend.eval_json(call("leave"), functions={"leave": leave})
    copied = pickle.loads(pickle.dumps(error))
    assert (copied.path, copied.suggestion, str(copied)) == (error.path, error.suggestion, str(error))


def test_memory_goes_from_program_to_program():
    done = jmend.eval_json(program({"result": {"op": "literal", "value": "ok"}, "n": 10**30}), memory={"old": True})
    assert (done.value, done.memory_delta, done.memory) == ("ok", {"n": 10**30}, {"old": True, "n": 10**30})
    assert jmend.eval_json(program({"op": "var", "name": "n"}), memory=done.memory).value == 10**30
    exact = jmend.eval_json(program({"op": "load", "name": "n"}), context='{"n": 0.5}', parse_float=decimal.Decimal)
    assert exact.value == decimal.Decimal("0.5")


def test_limits_hold():
    def slow(arguments):
        time.sleep(0.03)

    context = {"n": [{"id": at} for at in range(5000)]}
    steps = [{"op": "call", "tool": "slow"}, {"op": "load", "name": "n"}, {"op": "sort_by", "field": "id"}]
    late = program({"op": "pipe", "steps": steps})
    assert failed(late, context=context, functions={"slow": slow}, timeout=0.01).code == "timeout"
    assert len(jmend.eval_json(late, context=context, functions={"slow": slow}, timeout=None).value) == 5000
    assert "more than there is room for" in failed(call("t"), functions={"t": lambda arguments: "x" * 2000}, max_memory=1000).message
    assert failed(program({"op": "literal", "value": [[[1]]]}), max_depth=3).code == "depth_exceeded"
    cut = jmend.eval_json(program({"op": "load", "name": "n"}), context=context, max_result=300)
    assert cut.value["kept_as"] == "last_result" and len(cut.memory["last_result"]) == 5000


def test_data_of_a_wrong_kind_and_options_are_told():
    assert failed(program({"op": "count"}), context="[1]").code == "context"
    assert failed(program({"op": "count"}), memory="{").code == "memory"
    assert failed(program({"op": "count"}), tools="[").code == "tools"
    assert failed(call("secret"), tools=jmend.Tools([{"name": "secret", "expose": "native"}])).code == "validation_error"
    with pytest.raises(TypeError, match='there is no option "contxt"'):
        jmend.eval_json("{}", contxt={})
    with pytest.raises(TypeError, match="the program is str, bytes, bytearray, or a dict"):
        jmend.eval_json({1, 2})
    with pytest.raises(ValueError, match="timeout"):
        jmend.eval_json("{}", timeout=-1)


def test_a_program_is_checked_without_being_run():
    steps = [{"op": "load", "name": "n"}, {"op": "filter", "where": {"op": "eq", "field": "ide", "value": 1}}]
    (lint,) = jmend.check_program(program({"op": "pipe", "steps": steps}), context={"n": [{"id": 1}]})
    assert (lint.code, lint.path) == ("missing-field", "/program/steps/1/where") and lint.message
    assert jmend.check_program(call("t"), functions={"t": pytest.fail}) == ()


def test_threads_run_programs_at_the_same_time():
    found = []

    def one(at):
        done = jmend.eval_json(call("t"), functions={"t": lambda arguments: at})
        found.append(done.value)

    threads = [threading.Thread(target=one, args=(at,)) for at in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(found) == list(range(16))
