"""An output parser for LangChain."""

from __future__ import annotations

from typing import Any

from langchain_core.exceptions import OutputParserException
from langchain_core.output_parsers.transform import BaseCumulativeTransformOutputParser
from langchain_core.outputs import Generation
from pydantic import Field

from .. import JmendError, Partial, Schema, loads


class JmendOutputParser(BaseCumulativeTransformOutputParser[Any]):
    """The JSON of a model's answer, repaired: `chain = model | JmendOutputParser()`.

    With `pydantic_object` the answer becomes an instance of this pydantic model. While it streams, the parser yields what there
    is so far, as plain values. Raises `OutputParserException` for what cannot be repaired, or does not fit the model.
    """

    pydantic_object: Any = None
    """A pydantic model, or None for plain values."""
    options: dict[str, Any] = Field(default_factory=lambda: {"truncated": "refuse"})
    """Options of `jmend.loads`, without `schema`."""

    def parse_result(self, result: list[Generation], *, partial: bool = False) -> Any:
        text = result[0].text
        if partial:
            growing = Partial()
            growing.push(text)
            return growing.value
        return self.parse(text)

    def parse(self, text: str) -> Any:
        schema = None if self.pydantic_object is None else Schema(self.pydantic_object)
        try:
            value = loads(text, schema=schema, **self.options)
            return value if schema is None else self.pydantic_object.model_validate(value)
        except JmendError as error:
            raise OutputParserException(str(error), llm_output=text) from error
        except ValueError as error:  # pydantic's own rules, which a schema does not have
            raise OutputParserException(str(error), llm_output=text) from error

    def get_format_instructions(self) -> str:
        """What to write in a prompt."""
        if self.pydantic_object is None:
            return "Answer with one JSON document."
        import json

        schema = json.dumps(self.pydantic_object.model_json_schema(), ensure_ascii=False)
        return f"Answer with one JSON document that fits this JSON Schema:\n{schema}"

    def _diff(self, prev: Any | None, next: Any) -> Any:
        import jsonpatch

        return jsonpatch.make_patch(prev, next).patch

    @property
    def _type(self) -> str:
        return "jmend"
