"""Helpers for responses of the OpenAI SDK, and of APIs that answer as it does.

A response is an object of the SDK (chat completions or responses), the same as a `dict`, or the stream or list of its chunks or
events. `jmend.adapters.pydantic` has a base class for `parse`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from .. import Calls, calls
from ._shared import CAREFUL, loaded


def tool_calls(response: Any, *, tools: Any = None, **options: Any) -> Calls:
    """Returns the tool calls of a response, with repaired arguments, and those that a model wrote into its text.

    Takes the options of `jmend.calls`. `refused` of the result has the calls that cannot be repaired or were cut off.
    """
    return calls(_json(response), tools=tools, **options)


def parsed(response: Any, schema: Any = None, *, choice: int = 0, **options: Any) -> Any:
    """Returns the JSON in the text of a response; an instance where `schema` is a pydantic model.

    Takes the options of `jmend.loads`. Raises `JmendError` for what cannot be repaired or, unless told otherwise, was cut
    off, the `ValidationError` of a model that the value does not fit, and `LookupError` where the response has no text.
    """
    options = {**CAREFUL, **options}
    text = _streamed(_plain(response), choice) if _is_stream(response) else _content(_plain(response), choice)
    if text is None:
        raise LookupError("the response has no text")
    return loaded(text, schema, **options)


def _is_stream(response: Any) -> bool:
    return not isinstance(response, dict) and not hasattr(response, "model_dump_json") and isinstance(response, Iterable)


def _plain(response: Any) -> Any:
    if _is_stream(response):
        return [_plain(chunk) for chunk in response]
    return response.model_dump(mode="json", exclude_none=True) if hasattr(response, "model_dump") else response


def _json(response: Any) -> str:
    """Returns a response as JSON, and chunks as the events that they came in."""
    if _is_stream(response):
        return "".join(f"data: {_json(chunk)}\n\n" for chunk in response)
    if hasattr(response, "model_dump_json"):
        return str(response.model_dump_json(exclude_none=True))
    return json.dumps(response, ensure_ascii=False)


def _streamed(chunks: list[Any], choice: int) -> str | None:
    parts = [chunk["delta"] for chunk in chunks if chunk.get("type") == "response.output_text.delta"]
    for chunk in chunks:
        deltas = [each.get("delta", {}) for each in chunk.get("choices", ()) if each.get("index", 0) == choice]
        parts += [delta["content"] for delta in deltas if delta.get("content")]
    return "".join(parts) if parts else None


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
