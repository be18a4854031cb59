"""Helpers for responses of the OpenAI SDK, and of APIs that answer as it does.

A response is an object of the SDK (chat completions or responses), or the same as a `dict`.
"""

from __future__ import annotations

import json
from typing import Any

from .. import Calls, Schema, calls, loads


def tool_calls(response: Any, *, tools: Any = None, **options: Any) -> Calls:
    """The tool calls of a response, with repaired arguments, and those that a model wrote into its text.

    Takes the options of `jmend.calls`. `refused` of the result has the calls that cannot be repaired or were cut off.
    """
    return calls(_json(response), tools=tools, **options)


def parsed(response: Any, schema: Any = None, *, choice: int = 0, **options: Any) -> Any:
    """The JSON in the text of a response; an instance where `schema` is a pydantic model.

    Takes the options of `jmend.loads`. Raises `JmendError` for what cannot be repaired or, unless told otherwise, was cut
    off, and `LookupError` where the response has no text.
    """
    options.setdefault("truncated", "refuse")
    text = _content(json.loads(_json(response)), choice)
    if text is None:
        raise LookupError("the response has no text")
    value = loads(text, schema=None if schema is None else Schema(schema), **options)
    return schema.model_validate(value) if hasattr(schema, "model_validate") else value


def _json(response: Any) -> str:
    if hasattr(response, "model_dump_json"):
        return response.model_dump_json(exclude_none=True)
    return json.dumps(response, ensure_ascii=False)


def _content(response: dict[str, Any], choice: int) -> str | None:
    if "choices" in response:
        choices = response["choices"]
        return choices[choice]["message"].get("content") if choice < len(choices) else None
    parts = [
        part["text"]
        for item in response.get("output", [])
        if item.get("type") == "message"
        for part in item.get("content", [])
        if part.get("type") == "output_text"
    ]
    return "".join(parts) if parts else None
