"""An output parser and repaired tool calls for LangChain."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterator
from typing import Any

from langchain_core.exceptions import OutputParserException
from langchain_core.messages import AIMessage
from langchain_core.output_parsers.transform import BaseCumulativeTransformOutputParser
from langchain_core.outputs import ChatGeneration, Generation
from langchain_core.runnables import RunnableLambda
from langchain_core.utils.function_calling import convert_to_openai_tool
from pydantic import Field

from .. import Partial
from ._shared import CAREFUL, fitted_arguments, loaded, schemas


def repaired_calls(tools: Any = (), **options: Any) -> RunnableLambda[AIMessage, AIMessage]:
    """Repairs the `invalid_tool_calls` of a message: `chain = model.bind_tools(tools) | repaired_calls(tools)`.

    `tools` are what `bind_tools` takes. A call that was cut off, that holds no arguments, or that cannot be repaired stays
    invalid. Takes the options of `jmend.repair`.
    """
    known = known_schemas(tools)
    return RunnableLambda(lambda message: repaired_message(message, known, **options), name="repaired_calls")


def known_schemas(tools: Any) -> dict[str, Any]:
    """Returns the schemas of tools by their names, for all that `bind_tools` takes."""
    return schemas(convert_to_openai_tool(tool) for tool in tools)


def repaired_message(message: AIMessage, known: dict[str, Any], **options: Any) -> AIMessage:
    """Returns a copy of a message in which `invalid_tool_calls` that can be repaired are `tool_calls`; `known` has the schemas."""
    calls, invalid = list(message.tool_calls), []
    for call in message.invalid_tool_calls:
        name = call["name"] or ""
        text = fitted_arguments(call["args"], known.get(name), **options)
        if text is None:
            invalid.append(call)
        else:
            calls.append({"name": name, "args": json.loads(text), "id": call["id"], "type": "tool_call"})
    return message.model_copy(update={"tool_calls": calls, "invalid_tool_calls": invalid})


class JmendOutputParser(BaseCumulativeTransformOutputParser[Any]):
    """The JSON of a model's answer, repaired: `chain = model | JmendOutputParser()`.

    With `pydantic_object` the answer becomes an instance of this pydantic model. While the answer streams, the parser yields what is
    settled so far, as plain values, and the whole at the end. Raises `OutputParserException` for what cannot be repaired, or does not
    fit the model.
    """

    pydantic_object: Any = None
    """A pydantic model, or None for plain values."""
    options: dict[str, Any] = Field(default_factory=CAREFUL.copy)
    """Options of `jmend.loads`, without `schema`."""

    def parse_result(self, result: list[Generation], *, partial: bool = False) -> Any:
        if partial:
            growing = Partial()
            growing.push(result[0].text)
            return growing.value
        return self.parse(result[0].text)

    def parse(self, text: str) -> Any:
        try:
            return loaded(text, self.pydantic_object, **self.options)
        except ValueError as error:
            raise OutputParserException(str(error), llm_output=text) from error

    def get_format_instructions(self) -> str:
        """What to write in a prompt."""
        if self.pydantic_object is None:
            return "Answer with one JSON document."
        schema = json.dumps(self.pydantic_object.model_json_schema(), ensure_ascii=False)
        return f"Answer with one JSON document that fits this JSON Schema:\n{schema}"

    def _transform(self, input: Iterator[Any]) -> Iterator[Any]:
        stream = _Stream(self)
        for chunk in input:
            yield from stream.push(chunk)
        yield from stream.end()

    async def _atransform(self, input: AsyncIterator[Any]) -> AsyncIterator[Any]:
        stream = _Stream(self)
        async for chunk in input:
            for value in stream.push(chunk):
                yield value
        for value in stream.end():
            yield value

    def _diff(self, prev: Any | None, next: Any) -> Any:
        import jsonpatch

        return jsonpatch.make_patch(prev, next).patch

    @property
    def _type(self) -> str:
        return "jmend"


class _Stream:
    """One answer while it streams: what is to be yielded after each chunk."""

    def __init__(self, parser: JmendOutputParser) -> None:
        self.parser = parser
        self.growing = Partial()
        self.text: list[str] = []
        self.shown: Any = None

    def push(self, chunk: Any) -> Iterator[Any]:
        text = chunk if isinstance(chunk, str) else ChatGeneration(message=chunk).text
        self.text.append(text)
        if self.growing.push(text):
            yield from self._show(self.growing.value)

    def end(self) -> Iterator[Any]:
        value = self.parser.parse("".join(self.text))
        if self.parser.diff and self.parser.pydantic_object is not None:
            value = value.model_dump(mode="json")
        yield from self._show(value)

    def _show(self, value: Any) -> Iterator[Any]:
        if value != self.shown:
            yield self.parser._diff(self.shown, value) if self.parser.diff else value
            self.shown = value
