"""The adapters with the real frameworks; nothing here needs a network."""

import asyncio
import subprocess
import sys

import pytest

ANSWER = "Sure:\n```json\n{'city': 'Berlin', 'days': '3',}\n```"
CUT = '{"city": "Berlin", "da'


def test_no_framework_is_imported_before_it_is_asked_for():
    script = (
        "import sys, jmend, jmend.adapters, jmend.json_repair\n"
        "print([name for name in ('agents', 'langchain', 'langchain_core', 'litellm', 'openai', 'pydantic', 'pydantic_ai') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_langchain():
    pytest.importorskip("langchain_core")
    from jmend.adapters.langchain import JmendOutputParser
    from langchain_core.exceptions import OutputParserException
    from langchain_core.language_models import FakeListChatModel
    from langchain_core.prompts import ChatPromptTemplate
    from pydantic import BaseModel

    class Trip(BaseModel):
        city: str
        days: int

    model = FakeListChatModel(responses=[ANSWER])
    prompt = ChatPromptTemplate.from_template("Where to, {name}?")
    chain = prompt | model | JmendOutputParser()
    assert chain.invoke({"name": "Ada"}) == {"city": "Berlin", "days": "3"}
    assert (model | JmendOutputParser(pydantic_object=Trip)).invoke("hi") == Trip(city="Berlin", days=3)

    shown = list((model | JmendOutputParser()).stream("hi"))
    assert {"city": "Ber"} in shown and shown[-1] == {"city": "Berlin", "days": "3"}
    valid = FakeListChatModel(responses=['{"city": "Berlin", "days": 3}'])
    shown = list((valid | JmendOutputParser()).stream("hi"))
    assert {"city": "Ber"} in shown and {"city": "Berlin"} in shown and shown[-1] == {"city": "Berlin", "days": 3}
    shown = list((valid | JmendOutputParser(pydantic_object=Trip)).stream("hi"))
    assert {"city": "Berlin"} in shown and shown[-1] == Trip(city="Berlin", days=3)
    patches = list((valid | JmendOutputParser(diff=True)).stream("hi"))
    assert [{"op": "add", "path": "/days", "value": 3}] == patches[-1]
    with pytest.raises(OutputParserException, match="cut off"):
        list((FakeListChatModel(responses=[CUT]) | JmendOutputParser()).stream("hi"))

    with pytest.raises(OutputParserException, match="no JSON") as caught:
        JmendOutputParser().parse("I cannot do that.")
    assert caught.value.llm_output == "I cannot do that."
    with pytest.raises(OutputParserException, match="cut off"):
        JmendOutputParser().parse(CUT)
    assert JmendOutputParser(options={"truncated": "close"}).parse(CUT) == {"city": "Berlin"}
    with pytest.raises(OutputParserException, match="days"):
        JmendOutputParser(pydantic_object=Trip).parse('{"city": "Berlin"}')
    assert "JSON Schema" in JmendOutputParser(pydantic_object=Trip).get_format_instructions()
    assert asyncio.run((model | JmendOutputParser()).ainvoke("hi")) == {"city": "Berlin", "days": "3"}


def completion(content=None, calls=()):
    return {
        "id": "x",
        "object": "chat.completion",
        "created": 1,
        "model": "m",
        "choices": [
            {
                "index": 0,
                "finish_reason": "stop",
                "message": {
                    "role": "assistant",
                    "content": content,
                    "tool_calls": [
                        {"id": f"c{at}", "type": "function", "function": {"name": name, "arguments": arguments}}
                        for at, (name, arguments) in enumerate(calls)
                    ]
                    or None,
                },
            }
        ],
    }


def test_openai():
    pytest.importorskip("openai")
    import jmend
    from jmend.adapters import openai as helper
    from openai.types.chat import ChatCompletion
    from openai.types.responses import Response
    from pydantic import BaseModel

    class Trip(BaseModel):
        city: str
        days: int

    answer = ChatCompletion.model_validate(completion(calls=[("ls", "{'path': '/srv',}"), ("rm", '{"path": "/')]))
    found = helper.tool_calls(answer)
    assert [(call.name, call.arguments, call.id) for call in found] == [("ls", {"path": "/srv"}, "c0")]
    assert [(refused.name, refused.code) for refused in found.refused] == [("rm", "truncated")]

    answer = ChatCompletion.model_validate(completion(content=ANSWER))
    assert helper.parsed(answer) == {"city": "Berlin", "days": "3"}
    assert helper.parsed(answer, Trip) == Trip(city="Berlin", days=3)
    assert helper.parsed(completion(content=ANSWER)) == {"city": "Berlin", "days": "3"}
    with pytest.raises(jmend.JmendError, match="cut off"):
        helper.parsed(completion(content=CUT))
    with pytest.raises(LookupError):
        helper.parsed(completion())

    response = Response.model_validate(
        {
            "id": "r",
            "object": "response",
            "created_at": 1,
            "model": "m",
            "parallel_tool_calls": True,
            "tool_choice": "auto",
            "tools": [],
            "output": [
                {
                    "type": "message",
                    "id": "m",
                    "role": "assistant",
                    "status": "completed",
                    "content": [{"type": "output_text", "text": ANSWER, "annotations": []}],
                },
                {"type": "function_call", "id": "f", "call_id": "c1", "name": "ls", "arguments": "{path: '/'}"},
            ],
        }
    )
    assert helper.parsed(response, Trip) == Trip(city="Berlin", days=3)
    assert [(call.name, call.arguments) for call in helper.tool_calls(response)] == [("ls", {"path": "/"})]


def test_litellm(monkeypatch):
    # Otherwise it asks the network for prices when it is imported.
    monkeypatch.setenv("LITELLM_LOCAL_MODEL_COST_MAP", "True")
    pytest.importorskip("litellm")
    import json

    import litellm
    from jmend.adapters.litellm import JmendLogger

    calls = [("ls", "{'path': '/srv',}"), ("rm", '{"path": "/'), ("say", "hello")]
    response = litellm.ModelResponse(**completion(calls=calls))
    repaired = JmendLogger().repaired(response)
    arguments = [call.function.arguments for call in repaired.choices[0].message.tool_calls]
    assert json.loads(arguments[0]) == {"path": "/srv"}
    assert arguments[1:] == ['{"path": "/', "hello"]

    # As LiteLLM itself calls it, on an answer that it makes up.
    monkeypatch.setattr(litellm, "callbacks", [JmendLogger()])
    mocked = [
        {"id": "c", "type": "function", "function": {"name": "ls", "arguments": "{'path': '/srv',}"}},
    ]
    answer = asyncio.run(
        litellm.acompletion(
            model="gpt-4o",
            messages=[{"role": "user", "content": "hi"}],
            mock_response="ok",
            mock_tool_calls=mocked,
        )
    )
    assert json.loads(answer.choices[0].message.tool_calls[0].function.arguments) == {"path": "/srv"}


def test_pydantic_ai():
    pytest.importorskip("pydantic_ai")
    from jmend.adapters.pydantic_ai import hooks
    from pydantic import BaseModel
    from pydantic_ai import Agent, PromptedOutput
    from pydantic_ai.messages import ModelResponse, TextPart, ToolCallPart
    from pydantic_ai.models.function import FunctionModel

    class Trip(BaseModel):
        city: str
        days: int

    seen = []

    def answers(*parts):
        rest = list(parts)
        return FunctionModel(lambda messages, info: ModelResponse(parts=[rest.pop(0)]))

    agent = Agent(
        answers(ToolCallPart("look", "{'place': 'Berlin', 'n': '2',}"), TextPart("done")), capabilities=[hooks()], retries=0
    )

    @agent.tool_plain
    def look(place: str, n: int) -> str:
        seen.append((place, n))
        return "ok"

    assert agent.run_sync("hi").output == "done"
    assert seen == [("Berlin", 2)]

    agent = Agent(answers(TextPart(ANSWER)), output_type=PromptedOutput(Trip), capabilities=[hooks()], retries=0)
    assert agent.run_sync("hi").output == Trip(city="Berlin", days=3)
    agent = Agent(answers(TextPart(CUT)), output_type=PromptedOutput(Trip), capabilities=[hooks()], retries=0)
    with pytest.raises(Exception, match="output"):
        agent.run_sync("hi")
