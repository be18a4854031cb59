"""The frameworks of Python: what each makes of an answer, alone and with jmend.

Each function takes the server, the text that the model writes, and whether jmend is there. It returns what a tool was called with, or
what the answer became; an error is a refusal, and so is None.
"""

import asyncio
import json

from pydantic import BaseModel

DESCRIPTION = "The weather of some days."


class Trip(BaseModel):
    city: str
    days: int


TOOLS = [{"type": "function", "function": {"name": "get_weather", "description": DESCRIPTION, "parameters": Trip.model_json_schema()}}]
ASKED = [{"role": "user", "content": "What is the weather?"}]


def models(is_repaired):
    """Returns the model that a framework fills."""
    if not is_repaired:
        return Trip
    from jmend.adapters.pydantic import RepairedModel

    class Repaired(RepairedModel):
        city: str
        days: int

    return Repaired


def an_object(text):
    value = json.loads(text)
    return value if isinstance(value, dict) else None


def first(calls):
    return calls[0].arguments if len(calls) else None


def openai_client(server):
    from openai import OpenAI

    return OpenAI(base_url=server.url, api_key="x", max_retries=0)


def openai_arguments(server, text, is_repaired):
    server.says({"arguments": text})
    answer = openai_client(server).chat.completions.create(model="m", messages=ASKED, tools=TOOLS)
    if is_repaired:
        from jmend.adapters.openai import tool_calls

        return first(tool_calls(answer, tools=TOOLS))
    return an_object(answer.choices[0].message.tool_calls[0].function.arguments)


def openai_stream(server, text, is_repaired):
    server.says({"arguments": text})
    stream = openai_client(server).chat.completions.create(model="m", messages=ASKED, tools=TOOLS, stream=True)
    if is_repaired:
        from jmend.adapters.openai import tool_calls

        return first(tool_calls(stream, tools=TOOLS))
    calls = [call for chunk in stream for call in chunk.choices[0].delta.tool_calls or ()]
    return an_object("".join(call.function.arguments for call in calls))


def openai_parse_tool(server, text, is_repaired):
    from openai import pydantic_function_tool

    server.says({"arguments": text})
    tools = [pydantic_function_tool(models(is_repaired), name="get_weather")]
    answer = openai_client(server).chat.completions.parse(model="m", messages=ASKED, tools=tools)
    return answer.choices[0].message.tool_calls[0].function.parsed_arguments


def openai_parse(server, text, is_repaired):
    server.says({"content": text})
    answer = openai_client(server).chat.completions.parse(model="m", messages=ASKED, response_format=models(is_repaired))
    return answer.choices[0].message.parsed


def openai_parse_stream(server, text, is_repaired):
    server.says({"content": text})
    with openai_client(server).chat.completions.stream(model="m", messages=ASKED, response_format=models(is_repaired)) as stream:
        return stream.get_final_completion().choices[0].message.parsed


def openai_text(server, text, is_repaired):
    server.says({"content": text})
    answer = openai_client(server).chat.completions.create(model="m", messages=ASKED)
    if is_repaired:
        from jmend.adapters.openai import parsed

        return parsed(answer, Trip)
    return Trip.model_validate_json(answer.choices[0].message.content)


def openai_text_stream(server, text, is_repaired):
    server.says({"content": text})
    stream = openai_client(server).chat.completions.create(model="m", messages=ASKED, stream=True)
    if is_repaired:
        from jmend.adapters.openai import parsed

        return parsed(stream, Trip)
    return Trip.model_validate_json("".join(chunk.choices[0].delta.content or "" for chunk in stream))


def chat_model(server):
    from langchain_openai import ChatOpenAI

    return ChatOpenAI(base_url=server.url, api_key="x", model="m", max_retries=0)


def langchain_tool(seen):
    from langchain_core.tools import tool

    @tool(description=DESCRIPTION)
    def get_weather(city: str, days: int) -> str:
        seen.append({"city": city, "days": days})
        return "rain"

    return get_weather


def langchain_calls(server, text, is_repaired):
    seen = []
    tool = langchain_tool(seen)
    server.says({"arguments": text})
    chain = chat_model(server).bind_tools([tool])
    if is_repaired:
        from jmend.adapters.langchain import repaired_calls

        chain = chain | repaired_calls([tool])
    for call in chain.invoke("What is the weather?").tool_calls:
        tool.invoke(call)
    return seen[0] if seen else None


def langchain_agent(server, text, is_repaired):
    from langchain.agents import create_agent

    seen, middleware = [], []
    server.says({"arguments": text})
    if is_repaired:
        from jmend.adapters.langchain_agents import RepairedCalls

        middleware = [RepairedCalls()]
    agent = create_agent(chat_model(server), [langchain_tool(seen)], middleware=middleware)
    agent.invoke({"messages": ASKED})
    return seen[0] if seen else None


def langchain_text(server, text, is_repaired):
    from langchain_core.output_parsers import PydanticOutputParser

    server.says({"content": text})
    parser = PydanticOutputParser(pydantic_object=Trip)
    if is_repaired:
        from jmend.adapters.langchain import JmendOutputParser

        parser = JmendOutputParser(pydantic_object=Trip)
    return (chat_model(server) | parser).invoke("What is the weather?")


def pydantic_agent(server, is_repaired, **options):
    from pydantic_ai import Agent
    from pydantic_ai.models.openai import OpenAIChatModel
    from pydantic_ai.providers.openai import OpenAIProvider

    capabilities = []
    if is_repaired:
        from jmend.adapters.pydantic_ai import hooks

        capabilities = [hooks()]
    model = OpenAIChatModel("m", provider=OpenAIProvider(base_url=server.url, api_key="x"))
    return Agent(model, capabilities=capabilities, retries=0, **options)


def pydantic_ai_tool(server, text, is_repaired):
    seen = []
    agent = pydantic_agent(server, is_repaired)

    @agent.tool_plain
    def get_weather(city: str, days: int) -> str:
        seen.append({"city": city, "days": days})
        return "rain"

    server.says({"arguments": text})
    agent.run_sync("What is the weather?")
    return seen[0] if seen else None


def pydantic_ai_output(server, text, is_repaired):
    server.says({"arguments": text})
    return pydantic_agent(server, is_repaired, output_type=Trip).run_sync("What is the weather?").output


def pydantic_ai_prompted(server, text, is_repaired):
    from pydantic_ai import PromptedOutput

    server.says({"content": text})
    return pydantic_agent(server, is_repaired, output_type=PromptedOutput(Trip)).run_sync("What is the weather?").output


def litellm_request(server, **options):
    return {"model": "openai/m", "api_base": server.url, "api_key": "x", "messages": ASKED, **options}


def litellm_module(is_repaired):
    if is_repaired:
        from jmend.adapters import litellm
    else:
        import litellm
    return litellm


def arguments_of(answer):
    return an_object(answer.choices[0].message.tool_calls[0].function.arguments)


def litellm_callback(server, text, is_repaired):
    import litellm

    server.says({"arguments": text})
    if is_repaired:
        from jmend.adapters.litellm import JmendLogger

        litellm.callbacks = [JmendLogger()]
    try:
        return arguments_of(asyncio.run(litellm.acompletion(**litellm_request(server, tools=TOOLS))))
    finally:
        litellm.callbacks = []


def litellm_sync(server, text, is_repaired):
    server.says({"arguments": text})
    return arguments_of(litellm_module(is_repaired).completion(**litellm_request(server, tools=TOOLS)))


def litellm_async(server, text, is_repaired):
    server.says({"arguments": text})
    return arguments_of(asyncio.run(litellm_module(is_repaired).acompletion(**litellm_request(server, tools=TOOLS))))


def joined(chunks):
    calls = [call for chunk in chunks for choice in chunk.choices for call in choice.delta.tool_calls or ()]
    return an_object("".join(call.function.arguments for call in calls))


def litellm_stream(server, text, is_repaired):
    server.says({"arguments": text})
    return joined(litellm_module(is_repaired).completion(**litellm_request(server, tools=TOOLS, stream=True)))


def litellm_async_stream(server, text, is_repaired):
    server.says({"arguments": text})

    async def chunks():
        stream = await litellm_module(is_repaired).acompletion(**litellm_request(server, tools=TOOLS, stream=True))
        return [chunk async for chunk in stream]

    return joined(asyncio.run(chunks()))


def litellm_format(server, text, is_repaired):
    server.says({"content": text})
    answer = litellm_module(is_repaired).completion(**litellm_request(server, response_format=Trip))
    return an_object(answer.choices[0].message.content)


def instructor_row(server, is_repaired, mode):
    import instructor

    client = instructor.from_openai(openai_client(server), mode=getattr(instructor.Mode, mode))
    return client.chat.completions.create(model="m", messages=ASKED, response_model=models(is_repaired), max_retries=0)


def instructor_tools(server, text, is_repaired):
    server.says({"arguments": text})
    return instructor_row(server, is_repaired, "TOOLS")


def instructor_json(server, text, is_repaired):
    server.says({"content": text})
    return instructor_row(server, is_repaired, "JSON")


def instructor_md_json(server, text, is_repaired):
    server.says({"content": text})
    return instructor_row(server, is_repaired, "MD_JSON")


def run_agent(server, **options):
    from agents import Agent, OpenAIChatCompletionsModel, Runner
    from openai import AsyncOpenAI

    model = OpenAIChatCompletionsModel("m", AsyncOpenAI(base_url=server.url, api_key="x", max_retries=0))
    return asyncio.run(Runner.run(Agent(name="a", model=model, **options), "What is the weather?")).final_output


def agents_tool(server, text, is_repaired):
    from agents import function_tool

    seen = []

    @function_tool(description_override=DESCRIPTION)
    def get_weather(city: str, days: int) -> str:
        seen.append({"city": city, "days": days})
        return "rain"

    if is_repaired:
        from jmend.adapters.openai_agents import repaired

        get_weather = repaired(get_weather)
    server.says({"arguments": text})
    run_agent(server, tools=[get_weather])
    return seen[0] if seen else None


def agents_output(server, text, is_repaired):
    server.says({"content": text})
    output = Trip
    if is_repaired:
        from jmend.adapters.openai_agents import RepairedOutput

        output = RepairedOutput(Trip)
    return run_agent(server, output_type=output)


# The package, what is read, whether arguments or a text, and the function.
ROWS = [
    ("openai", "`tool_calls(response, tools=…)`", "arguments", openai_arguments),
    ("openai", "`tool_calls(stream, tools=…)`", "arguments", openai_stream),
    ("openai", "`parse`, a tool", "arguments", openai_parse_tool),
    ("openai", "`parse`", "text", openai_parse),
    ("openai", "`stream` with a `response_format`", "text", openai_parse_stream),
    ("openai", "`parsed(response, Model)`", "text", openai_text),
    ("openai", "`parsed(stream, Model)`", "text", openai_text_stream),
    ("langchain-core", "`repaired_calls(tools)`", "arguments", langchain_calls),
    ("langchain", "`create_agent`", "arguments", langchain_agent),
    ("langchain-core", "`JmendOutputParser`", "text", langchain_text),
    ("pydantic-ai-slim", "tool", "arguments", pydantic_ai_tool),
    ("pydantic-ai-slim", "output tool", "arguments", pydantic_ai_output),
    ("pydantic-ai-slim", "`PromptedOutput`", "text", pydantic_ai_prompted),
    ("litellm", "`JmendLogger`", "arguments", litellm_callback),
    ("litellm", "`completion`", "arguments", litellm_sync),
    ("litellm", "`acompletion`", "arguments", litellm_async),
    ("litellm", "`completion`, a stream", "arguments", litellm_stream),
    ("litellm", "`acompletion`, a stream", "arguments", litellm_async_stream),
    ("litellm", "`response_format`", "text", litellm_format),
    ("instructor", "`TOOLS`", "arguments", instructor_tools),
    ("instructor", "`JSON`", "text", instructor_json),
    ("instructor", "`MD_JSON`", "text", instructor_md_json),
    ("openai-agents", "tool", "arguments", agents_tool),
    ("openai-agents", "output", "text", agents_output),
]
