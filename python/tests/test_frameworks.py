"""Answers of a server on this machine, through the adapters and the real frameworks; nothing here needs a network."""

import asyncio
import inspect
import json
import os
import sys
from importlib import metadata

import pytest
from conftest import ROOT

sys.path.insert(0, str(ROOT / "benches" / "frameworks"))

from fake import Fake  # noqa: E402
from frameworks import ASKED, ROWS, TOOLS, Trip, litellm_request, openai_client  # noqa: E402
from run import QUIET, REASONS, is_meant, outcome, spellings  # noqa: E402

# One slip that each framework refuses by itself, and that each adapter repairs.
SLIP = "a comma too many"
BROKEN = '{"city": "Oslo", "days": 3,}'
NOT_A_NUMBER = '{"city": "Oslo", "days": "many",}'


@pytest.fixture(scope="module")
def server():
    os.environ |= QUIET
    with Fake() as fake:
        yield fake


def needs(package):
    try:
        metadata.version(package)
    except metadata.PackageNotFoundError:
        pytest.skip(f"needs {package}")


@pytest.mark.parametrize(("package", "what", "kind", "run"), ROWS, ids=[run.__name__ for *_, run in ROWS])
def test_what_a_framework_refuses_is_repaired(server, package, what, kind, run):
    needs(package)
    texts = spellings(kind)
    assert outcome(run, server, texts[SLIP][0], False) is None or run.__name__ == "langchain_text"
    if (package, what) not in REASONS or kind == "arguments":
        assert is_meant(outcome(run, server, texts[SLIP][0], True), texts[SLIP][1])
    for name, (text, meant) in texts.items():
        if meant is None:
            assert outcome(run, server, text, True) is None, name


def heard(server):
    """Returns what the model was told after its first answer."""
    assert len(server.requests) == 2
    return json.dumps(server.requests[1]["messages"][1:])


def test_pydantic_ai_tells_what_is_wrong_with_the_value(server):
    needs("pydantic-ai-slim")
    from frameworks import pydantic_agent

    agent = pydantic_agent(server, True)

    @agent.tool_plain(retries=1)
    def get_weather(city: str, days: int) -> str:
        return "rain"

    server.says({"arguments": NOT_A_NUMBER})
    agent.run_sync("What is the weather?")
    assert "valid integer" in heard(server) and "Invalid JSON" not in heard(server)


def test_an_agent_of_langchain_tells_what_is_wrong_with_the_value(server):
    needs("langchain")
    from frameworks import langchain_agent

    assert outcome(langchain_agent, server, NOT_A_NUMBER, True) is None
    assert "valid integer" in heard(server)


def test_openai_agents_tells_what_is_wrong_with_the_arguments(server):
    needs("openai-agents")
    from agents import default_tool_error_function, function_tool
    from frameworks import agents_tool, run_agent
    from jmend.adapters.openai_agents import repaired

    if "what" in default_tool_error_function(None, ValueError("what")):
        pytest.skip("this version of openai-agents tells the errors of tools itself")
    for arguments, expected in ((NOT_A_NUMBER, "at /days"), ('{"city": "Os', "cut off"), ("", "no JSON")):
        assert outcome(agents_tool, server, arguments, True) is None
        assert expected in heard(server), arguments

    @function_tool
    def get_weather(city: str, days: int = 1) -> str:
        raise ValueError("no network")

    server.says({"arguments": "{'city': 'Oslo', 'days': 2, 'detail': None}"})
    run_agent(server, tools=[repaired(get_weather)])
    assert "An error occurred" in heard(server) and "detail" not in server.requests[1]["messages"][-1]["content"]


def test_instructor_asks_again_with_what_is_wrong_with_the_value(server):
    needs("instructor")
    import instructor
    from frameworks import models

    client = instructor.from_openai(openai_client(server))
    server.says({"arguments": NOT_A_NUMBER}, {"arguments": BROKEN})
    answer = client.chat.completions.create(model="m", messages=ASKED, response_model=models(True), max_retries=2)
    assert answer.days == 3
    assert "valid integer" in heard(server) and "Invalid JSON" not in heard(server)


def test_the_model_says_what_is_wrong_with_the_value():
    pydantic = pytest.importorskip("pydantic")
    from jmend.adapters.pydantic import RepairedModel

    class Order(RepairedModel):
        count: int
        tags: list[str] = []

    assert Order.model_validate_json(b"{'count': '2',}") == Order(count=2)
    assert Order.model_validate_json('{"count": 2}', strict=True) == Order(count=2)
    with pytest.raises(pydantic.ValidationError, match="valid integer"):
        Order.model_validate_json("{'count': 'two',}")
    with pytest.raises(pydantic.ValidationError, match="EOF"):
        Order.model_validate_json('{"count": 2')


def test_the_calls_of_a_chain_that_are_whole_stay():
    pytest.importorskip("langchain_core")
    from jmend.adapters.langchain import repaired_calls
    from langchain_core.language_models import FakeMessagesListChatModel
    from langchain_core.messages import AIMessage

    def invalid(name, args):
        return {"name": name, "args": args, "id": name, "error": None, "type": "invalid_tool_call"}

    whole = {"name": "ls", "args": {"path": "/"}, "id": "1", "type": "tool_call"}
    broken = [invalid("get_weather", "{'city': 'Oslo', 'days': '3'}"), invalid("rm", '{"path": "/'), invalid("say", "")]
    message = AIMessage("", tool_calls=[whole], invalid_tool_calls=broken)
    answer = (FakeMessagesListChatModel(responses=[message]) | repaired_calls(TOOLS)).invoke("hi")
    assert [call["args"] for call in answer.tool_calls] == [{"path": "/"}, {"city": "Oslo", "days": 3}]
    assert [call["name"] for call in answer.invalid_tool_calls] == ["rm", "say"]
    assert message.tool_calls == [whole]


def test_an_agent_of_langchain_also_runs_asynchronously(server):
    needs("langchain")
    from frameworks import chat_model, langchain_tool
    from jmend.adapters.langchain_agents import RepairedCalls
    from langchain.agents import create_agent

    seen = []
    agent = create_agent(chat_model(server), [langchain_tool(seen)], middleware=[RepairedCalls()])
    server.says({"arguments": BROKEN})
    asyncio.run(agent.ainvoke({"messages": ASKED}))
    assert seen == [{"city": "Oslo", "days": 3}]


def test_a_stream_of_litellm_passes_text_on_and_holds_arguments_back(server):
    needs("litellm")
    import litellm
    from jmend.adapters.litellm import completion

    server.says({"content": "It will rain today."})
    parts = [chunk.choices[0].delta.content for chunk in completion(**litellm_request(server, tools=TOOLS, stream=True))]
    assert len(parts) > 3 and "".join(part or "" for part in parts) == "It will rain today."
    assert "repairs the answer" in completion.__doc__ and "messages" in inspect.signature(completion).parameters

    server.says({"arguments": BROKEN})
    stream = completion(**litellm_request(server, tools=TOOLS, stream=True))
    chunks = [next(stream), *stream]
    calls = [call for chunk in chunks for call in chunk.choices[0].delta.tool_calls or ()]
    assert [call.function.name for call in calls if call.function.name] == ["get_weather"]
    assert [json.loads(call.function.arguments) for call in calls if call.function.arguments] == [{"city": "Oslo", "days": 3}]
    built = litellm.stream_chunk_builder(chunks).choices[0].message.tool_calls
    assert [json.loads(call.function.arguments) for call in built] == [{"city": "Oslo", "days": 3}]

    server.says({"arguments": '{"city": "Os'})
    chunks = list(completion(**litellm_request(server, tools=TOOLS, stream=True)))
    assert litellm.stream_chunk_builder(chunks).choices[0].message.tool_calls[0].function.arguments == '{"city": "Os'


def test_a_stream_of_litellm_that_breaks_off_keeps_what_came(server):
    needs("litellm")
    import litellm
    from jmend.adapters.litellm import _Stream

    server.says({"arguments": '{"city": "Os'})
    stream = litellm.completion(**litellm_request(server, tools=TOOLS, stream=True))
    chunks = [chunk for chunk in stream if not chunk.choices[0].finish_reason]

    async def later():
        for chunk in chunks:
            yield chunk

    async def all_of(stream):
        return [chunk async for chunk in stream]

    request = {"tools": TOOLS}
    for passed in (list(_Stream(iter(chunks), request)), asyncio.run(all_of(_Stream(later(), request)))):
        built = litellm.stream_chunk_builder(passed).choices[0].message.tool_calls
        assert [call.function.arguments for call in built] == ['{"city": "Os']


def test_the_proxy_of_litellm_streams_repaired_calls(server):
    needs("litellm")
    import litellm
    from jmend.adapters.litellm import JmendLogger

    async def chunks():
        request = litellm_request(server, tools=TOOLS)
        stream = await litellm.acompletion(**request, stream=True)
        return [chunk async for chunk in JmendLogger().async_post_call_streaming_iterator_hook(None, stream, request)]

    server.says({"arguments": BROKEN})
    built = litellm.stream_chunk_builder(asyncio.run(chunks())).choices[0].message.tool_calls
    assert [json.loads(call.function.arguments) for call in built] == [{"city": "Oslo", "days": 3}]


def test_litellm_repairs_text_only_if_the_request_has_a_format(server):
    needs("litellm")
    from jmend.adapters.litellm import completion

    text = "Write it so: {'city': 'Oslo', 'days': '3'}"
    schema = {"type": "json_schema", "json_schema": {"name": "trip", "schema": Trip.model_json_schema()}}
    for format, expected in ((None, text), (schema, {"city": "Oslo", "days": 3}), ({"type": "json_object"}, {"city": "Oslo", "days": "3"})):
        server.says({"content": text})
        content = completion(**litellm_request(server, response_format=format)).choices[0].message.content
        assert (content if format is None else json.loads(content)) == expected


def test_events_of_the_responses_api_are_read():
    pytest.importorskip("openai")
    from jmend.adapters.openai import parsed, tool_calls

    item = {"type": "function_call", "id": "f", "call_id": "c", "name": "get_weather", "arguments": ""}
    end = {"type": "response.function_call_arguments.done", "item_id": "f", "output_index": 0, "arguments": BROKEN}
    events = [{"type": "response.output_item.added", "output_index": 0, "item": item}, end]
    assert [call.arguments for call in tool_calls(events, tools=TOOLS)] == [{"city": "Oslo", "days": 3}]
    events = [{"type": "response.output_text.delta", "delta": part} for part in ("{'city': 'Os", "lo', 'days': 3}")]
    assert parsed(events, Trip) == Trip(city="Oslo", days=3)
    with pytest.raises(LookupError):
        parsed([], Trip)
