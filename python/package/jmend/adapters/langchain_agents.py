"""A middleware for agents of LangChain."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from langchain.agents.middleware import AgentMiddleware
from langchain_core.messages import AIMessage

from .langchain import known_schemas, repaired_message


class RepairedCalls(AgentMiddleware):
    """Repairs the calls that an agent could not read: `create_agent(model, tools, middleware=[RepairedCalls()])`.

    A call that was cut off, that holds no arguments, or that cannot be repaired stays invalid. Takes the options of `jmend.repair`.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__()
        self.options = options

    def wrap_model_call(self, request: Any, handler: Callable[[Any], Any]) -> Any:
        return self._repaired(request, handler(request))

    async def awrap_model_call(self, request: Any, handler: Callable[[Any], Awaitable[Any]]) -> Any:
        return self._repaired(request, await handler(request))

    def _repaired(self, request: Any, response: Any) -> Any:
        known = known_schemas(request.tools)
        response.result = [
            repaired_message(message, known, **self.options) if isinstance(message, AIMessage) else message
            for message in response.result
        ]
        return response
