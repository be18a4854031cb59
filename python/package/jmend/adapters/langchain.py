"""An output parser for LangChain."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterator
from typing import Any

from langchain_core.exceptions import OutputParserException
from langchain_core.output_parsers.transform import BaseCumulativeTransformOutputParser
from langchain_core.outputs import ChatGeneration, Generation
from pydantic import Field

from .. import Partial, Schema, loads


class JmendOutputParser(BaseCumulativeTransformOutputParser[Any]):
    """The JSON of a model's answer, repaired: `chain = model | JmendOutputParser()`.

    With `pydantic_object` the answer becomes an instance of this pydantic model. While the answer streams, the parser yields what is
    settled so far, as plain values, and the whole at the end. Raises `OutputParserException` for what cannot be repaired, or does not
    fit the model.
    """

    pydantic_object: Any = None
    """A pydantic model, or None for plain values."""
    options: dict[str, Any] = Field(default_factory=lambda: {"truncated": "refuse"})
    """Options of `jmend.loads`, without `schema`."""

    def parse_result(self, result: list[Generation], *, partial: bool = False) -> Any:
        if partial:
            growing = Partial()
            growing.push(result[0].text)
            return growing.value
        return self.parse(result[0].text)

    def parse(self, text: str) -> Any:
        try:
            value = self._loaded(text)
            # A model can have rules that its schema does not tell.
            return value if self.pydantic_object is None else self.pydantic_object.model_validate(value)
        except ValueError as error:
            raise OutputParserException(str(error), llm_output=text) from error

    def _loaded(self, text: str) -> Any:
        schema = None if self.pydantic_object is None else Schema(self.pydantic_object)
        return loads(text, schema=schema, **self.options)

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
