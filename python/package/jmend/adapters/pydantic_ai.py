"""A capability for Pydantic AI."""

from __future__ import annotations

from typing import Any

from pydantic_ai.capabilities import Hooks

from .. import JmendError, Schema, repair


def hooks(**options: Any) -> Hooks:
    """Repairs arguments of tools and structured outputs before they are validated: `Agent(..., capabilities=[hooks()])`.

    What cannot be repaired or was cut off is left as it is, so that the validation refuses it and asks the model again. Takes the
    options of `jmend.repair`.
    """
    options = {"truncated": "refuse", **options}
    made: Hooks = Hooks()

    def repaired(text: Any, schema: Any) -> Any:
        if not isinstance(text, str):
            return text
        try:
            found = repair(text, schema=None if schema is None else Schema(schema), **options)
        except JmendError:
            return text
        return found.text if found.documents == 1 else text

    @made.on.before_tool_validate
    async def arguments(ctx: Any, *, call: Any, tool_def: Any, args: Any) -> Any:
        return repaired(args, tool_def.parameters_json_schema)

    @made.on.before_output_validate
    async def output(ctx: Any, *, output_context: Any, output: Any) -> Any:
        definition = getattr(output_context, "object_def", None)
        return repaired(output, None if definition is None else definition.json_schema)

    return made
