"""What the adapters share: the repair of a text that a framework will read as JSON."""

from __future__ import annotations

from typing import Any

from .. import JmendError, Repaired, Schema, loads, repair

CAREFUL = {"truncated": "refuse"}
"""The options of every adapter: half a command must not run."""


def loaded(text: str, schema: Any = None, **options: Any) -> Any:
    """Returns the value of a text; an instance if `schema` is a pydantic model.

    Raises `JmendError` if the text cannot be repaired, and the `ValidationError` of a model that the value does not fit.
    """
    is_model = hasattr(schema, "model_validate")
    try:
        value = loads(text, schema=None if schema is None else Schema(schema), **options)
    except JmendError as error:
        if not is_model or error.code != "schema":
            raise
        value = loads(text, **_unguided(options))
    return schema.model_validate(value) if is_model else value


def fitted(text: Any, schema: Any = None, **options: Any) -> Repaired | None:
    """Repairs a text by the schema of its value. Returns None if it cannot be repaired, or holds several documents.

    A value that does not fit the schema is repaired without it: the framework then takes it, or says what is wrong with it. A string
    of JSON that holds JSON is opened once.
    """
    if not isinstance(text, str):
        return None
    found = _single(text, schema, options)
    if found is not None and isinstance(found.value, str):
        found = _single(found.value, schema, options) or found
    return found


def fitted_text(text: Any, schema: Any = None, **options: Any) -> Any:
    """Returns the repaired text, or the text itself if it cannot be repaired: the framework then refuses it."""
    found = fitted(text, schema, **options)
    return text if found is None else found.text


def fitted_arguments(text: Any, schema: Any = None, **options: Any) -> str | None:
    """Returns the arguments of a call as the text of an object; None if they are none, are cut off, or cannot be repaired."""
    found = fitted(text, schema, **options)
    return found.text if found is not None and isinstance(found.value, dict) else None


def feedback(text: Any, schema: Any, **options: Any) -> str | None:
    """Returns what to tell the model about arguments that were refused; None if they are not at fault. A key too many is no fault."""
    try:
        repair(text or "", schema=Schema(schema), **{**CAREFUL, **options})
    except JmendError as error:
        is_extra = error.violations and all(each.keyword == "additionalProperties" for each in error.violations)
        return None if is_extra else error.feedback
    return None


def schemas(tools: Any) -> dict[str, Any]:
    """Returns the schema of each tool by its name, for definitions as an API of OpenAI takes them."""
    functions = [tool.get("function", tool) for tool in tools or () if isinstance(tool, dict)]
    return {each["name"]: each.get("parameters") for each in functions if "name" in each}


def _single(text: str, schema: Any, options: dict[str, Any]) -> Repaired | None:
    options = {**CAREFUL, **options}
    try:
        found = repair(text, schema=None if schema is None else Schema(schema), **options)
    except JmendError as error:
        if schema is None or error.code != "schema":
            return None
        return _single(text, None, _unguided(options))
    return found if found.documents == 1 else None


def _unguided(options: dict[str, Any]) -> dict[str, Any]:
    """Returns the options that need no schema."""
    return {name: value for name, value in options.items() if name != "defaults"}
