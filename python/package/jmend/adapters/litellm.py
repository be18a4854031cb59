"""LiteLLM: its completions with repaired answers, and a callback for its proxy."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Iterator
from functools import wraps
from typing import Any

import litellm
from litellm.integrations.custom_logger import CustomLogger

from ._shared import fitted_arguments, fitted_text, schemas


@wraps(litellm.completion, assigned=())
def completion(*args: Any, **kwargs: Any) -> Any:
    """Does what `litellm.completion` does, and repairs the answer, also while it streams.

    The arguments of tool calls are repaired by the tools of the request, and the text by its `response_format`. A stream passes text
    on as it comes, and the arguments of a call once they are whole. What was cut off or cannot be repaired stays as it is.
    """
    return _answered(litellm.completion(*args, **kwargs), kwargs)


@wraps(litellm.acompletion, assigned=())
async def acompletion(*args: Any, **kwargs: Any) -> Any:
    """Does what `completion` does, for `litellm.acompletion`."""
    return _answered(await litellm.acompletion(*args, **kwargs), kwargs)


class JmendLogger(CustomLogger):
    """Repairs the answers of `acompletion` and of the proxy: `litellm.callbacks = [JmendLogger()]`.

    LiteLLM does not ask callbacks about `completion`, and not about streams outside of the proxy: `completion` and `acompletion` of
    this module repair these. Takes the options of `jmend.repair`.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__()
        self.options = options

    def repaired(self, response: Any, request: dict[str, Any] | None = None) -> Any:
        """Returns the response with repaired arguments of tool calls; `request` has its `tools` and `response_format`."""
        return _repaired(response, request or {}, **self.options)

    async def async_post_call_success_deployment_hook(
        self, request_data: dict[str, Any], response: Any, call_type: Any
    ) -> Any:
        return self.repaired(response, request_data)

    async def async_post_call_success_hook(self, data: dict[str, Any], user_api_key_dict: Any, response: Any) -> Any:
        return self.repaired(response, data)

    async def async_post_call_streaming_iterator_hook(
        self, user_api_key_dict: Any, response: Any, request_data: dict[str, Any]
    ) -> AsyncGenerator[Any, None]:
        async for chunk in _Stream(response, request_data, **self.options):
            yield chunk


def _answered(answer: Any, request: dict[str, Any]) -> Any:
    return _repaired(answer, request) if isinstance(answer, litellm.ModelResponse) else _Stream(answer, request)


def _repaired(response: Any, request: dict[str, Any], **options: Any) -> Any:
    known = schemas(request.get("tools"))
    for choice in getattr(response, "choices", None) or []:
        message: Any = getattr(choice, "message", None)
        for call in getattr(message, "tool_calls", None) or []:
            if getattr(call, "function", None) is not None:
                _repair(call.function, known, options)
        format = request.get("response_format")
        if format is not None and getattr(message, "content", None):
            message.content = fitted_text(message.content, _schema(format), **options)
    return response


def _repair(function: Any, known: dict[str, Any], options: dict[str, Any]) -> None:
    text = fitted_arguments(function.arguments, known.get(function.name), **options)
    if text is not None:
        function.arguments = text


def _schema(format: Any) -> Any:
    """Returns the schema of a response format: a pydantic model, or what an API of OpenAI takes."""
    return format.get("json_schema", {}).get("schema") if isinstance(format, dict) else format


class _Stream:
    """A stream that gives the arguments of each call in one piece, repaired, and everything else as it comes."""

    def __init__(self, stream: Any, request: dict[str, Any], **options: Any) -> None:
        self._stream = stream
        self._known = schemas(request.get("tools"))
        self._options = options
        # By choice and index: the first piece of a call, and all of its arguments so far.
        self._held: dict[tuple[int, int], tuple[Any, list[str]]] = {}
        # The last chunk with a piece of a call.
        self._last: Any = None
        self._chunks: Any = None

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    def __iter__(self) -> Iterator[Any]:
        chunks: Iterator[Any] = self._chunks or self._sync()
        self._chunks = chunks
        return chunks

    def __next__(self) -> Any:
        return next(iter(self))

    def __aiter__(self) -> AsyncIterator[Any]:
        chunks: AsyncIterator[Any] = self._chunks or self._async()
        self._chunks = chunks
        return chunks

    def __anext__(self) -> Any:
        return anext(aiter(self))

    def _sync(self) -> Iterator[Any]:
        for chunk in self._stream:
            yield self._passed(chunk)
        yield from self._rest()

    async def _async(self) -> AsyncIterator[Any]:
        async for chunk in self._stream:
            yield self._passed(chunk)
        for chunk in self._rest():
            yield chunk

    def _rest(self) -> Iterator[Any]:
        """Gives the arguments of calls whose choice did not end: without them, half a call would look like one without arguments."""
        for choice in sorted({choice for choice, _ in self._held}):
            chunk = self._last.model_copy(deep=True)
            chunk.choices = chunk.choices[:1]
            chunk.choices[0].index = choice
            chunk.choices[0].delta.content = None
            self._release(chunk.choices[0])
            yield chunk

    def _passed(self, chunk: Any) -> Any:
        """Returns a chunk without the arguments in it; the chunk that ends a choice gets them all."""
        # LiteLLM keeps the chunks for its logs, so they stay as they are.
        chunk = chunk.model_copy(deep=True)
        for choice in chunk.choices:
            for call in choice.delta.tool_calls or []:
                if getattr(call, "function", None) is not None:
                    self._hold(choice.index, call)
                    self._last = chunk
            if choice.finish_reason:
                self._release(choice)
        return chunk

    def _hold(self, choice: int, call: Any) -> None:
        _, pieces = self._held.setdefault((choice, call.index), (call.model_copy(deep=True), []))
        pieces.append(call.function.arguments or "")
        call.function.arguments = ""

    def _release(self, choice: Any) -> None:
        whole = []
        for key in [key for key in self._held if key[0] == choice.index]:
            call, pieces = self._held.pop(key)
            call.function.arguments = "".join(pieces)
            _repair(call.function, self._known, self._options)
            # The name was passed on; readers of a stream join what they get.
            call.function.name = None
            whole.append(call)
        if whole:
            choice.delta.tool_calls = whole
