"""A capability for Pydantic AI."""

from __future__ import annotations

from typing import Any

from pydantic_ai.capabilities import Hooks

from ._shared import fitted_arguments, fitted_text


def hooks(**options: Any) -> Hooks:
    """Repairs arguments of tools and structured outputs before they are validated: `Agent(..., capabilities=[hooks()])`.

    What cannot be repaired or was cut off is left as it is, so that the validation refuses it and asks the model again. Takes the
    options of `jmend.repair`.
    """
    made: Hooks = Hooks()

    @made.on.before_tool_validate
    async def arguments(ctx: Any, *, call: Any, tool_def: Any, args: Any) -> Any:
        text = fitted_arguments(args, tool_def.parameters_json_schema, **options)
        return args if text is None else text

    @made.on.before_output_validate
    async def output(ctx: Any, *, output_context: Any, output: Any) -> Any:
        definition = getattr(output_context, "object_def", None)
        return fitted_text(output, None if definition is None else definition.json_schema, **options)

    return made
