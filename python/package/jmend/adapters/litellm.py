"""A callback for LiteLLM."""

from __future__ import annotations

from typing import Any

from litellm.integrations.custom_logger import CustomLogger

from .. import JmendError, repair


class JmendLogger(CustomLogger):
    """Repairs the arguments of tool calls in responses: `litellm.callbacks = [JmendLogger()]`.

    It does so for `acompletion` and in the proxy; `repaired` does it for a response that you have. Arguments that cannot be repaired
    or were cut off stay as they are, so that what reads them next refuses them. Takes the options of `jmend.repair`.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__()
        self.options = {"truncated": "refuse", **options}

    def repaired(self, response: Any) -> Any:
        """The response, in which the arguments of each tool call are JSON where they could be repaired."""
        for choice in getattr(response, "choices", None) or []:
            message = getattr(choice, "message", None)
            for call in getattr(message, "tool_calls", None) or []:
                self._repair(getattr(call, "function", None))
        return response

    def _repair(self, function: Any) -> None:
        arguments = getattr(function, "arguments", None)
        if not isinstance(arguments, str):
            return
        try:
            found = repair(arguments, **self.options)
        except JmendError:
            return
        if found.documents == 1 and isinstance(found.value, dict):
            function.arguments = found.text

    async def async_post_call_success_deployment_hook(
        self, request_data: dict[str, Any], response: Any, call_type: Any
    ) -> Any:
        return self.repaired(response)

    async def async_post_call_success_hook(self, data: dict[str, Any], user_api_key_dict: Any, response: Any) -> Any:
        return self.repaired(response)
