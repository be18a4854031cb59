"""Tools and outputs for the OpenAI Agents SDK."""

from __future__ import annotations

from copy import copy
from functools import update_wrapper
from typing import Any

from agents import AgentOutputSchema, FunctionTool, default_tool_error_function

from ._shared import feedback, fitted_arguments, fitted_text


def repaired(tool: FunctionTool, **options: Any) -> FunctionTool:
    """Returns a copy of a tool that repairs its arguments before the SDK reads them: `Agent(..., tools=[repaired(tool)])`.

    What was cut off or cannot be repaired is passed on, and the SDK refuses it. Where the SDK would tell the model only that an error
    occurred, the model hears what is wrong with its arguments. Takes the options of `jmend.repair`.
    """
    made = copy(tool)
    invoke = made.on_invoke_tool

    async def on_invoke_tool(context: Any, arguments: str) -> Any:
        text = fitted_arguments(arguments, made.params_json_schema, **options)
        result = await invoke(context, arguments if text is None else text)
        if result != default_tool_error_function(context, Exception()):
            return result
        return feedback(arguments, made.params_json_schema, **options) or result

    made.on_invoke_tool = update_wrapper(on_invoke_tool, invoke)
    return made


class RepairedOutput(AgentOutputSchema):
    """Repairs the answer of an agent before it is validated: `Agent(..., output_type=RepairedOutput(Order))`."""

    def validate_json(self, json_str: str) -> Any:
        return super().validate_json(fitted_text(json_str, self.json_schema()))
