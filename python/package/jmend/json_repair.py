"""A drop-in for the functions of the package `json_repair`: `from jmend import json_repair`.

`loads`, `repair_json`, `load` and `from_file` take the arguments that those take. What comes out can differ, for a text is
repaired as jmend repairs it; the page `python/json_repair.md` has every difference that the tests of that package show. The main ones:

- A text without JSON raises `JmendError`, a `ValueError`; there is no empty string for it.
- A value that is missing is `None`, not `""`; NaN and infinities are `None`, too.
- `strict=True` refuses every repair whose meaning is not certain, several documents, and what was cut off.
- `skip_json_loads`, `stream_stable` and `chunk_length` change nothing: valid JSON is recognised at once, what a text begins with is
  always read the same, and files are read whole.
- `schema_repair_mode="salvage"` raises `NotImplementedError`.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, TextIO

from . import JmendError, repair

__all__ = ["from_file", "load", "loads", "repair_json"]

_CONTEXT = 10
"""Characters that a line of the log shows before and after a change."""


def repair_json(
    json_str: str = "",
    return_objects: bool = False,
    skip_json_loads: bool = False,
    logging: bool = False,
    json_fd: TextIO | None = None,
    chunk_length: int = 0,
    stream_stable: bool = False,
    strict: bool = False,
    schema: Any = None,
    schema_repair_mode: str = "standard",
    **json_dumps_args: Any,
) -> Any:
    """The repaired text as `json.dumps` writes it, with `json_dumps_args`; its value with `return_objects`.

    With `logging` a tuple of the value and a list of `{"text": ..., "context": ...}`, one for each change. Raises `JmendError`
    for what cannot be repaired.
    """
    if schema_repair_mode not in ("standard", "salvage"):
        raise ValueError(f"schema_repair_mode is 'standard' or 'salvage', not {schema_repair_mode!r}")
    if schema_repair_mode == "salvage":
        raise NotImplementedError("schema_repair_mode='salvage' is not supported: jmend leaves nothing out to fit a schema")
    if schema is not None and strict:
        raise ValueError("schema and strict cannot be used together")
    text = json_str if json_fd is None else json_fd.read()
    options = {"max_risk": "syntax", "truncated": "refuse", "select": "all"} if strict else {}
    found = repair(text, schema=schema, defaults=schema is not None, **options)
    if strict and found.documents > 1:
        raise JmendError(f"there are {found.documents} documents in this text", "documents", 0, 1, 1)
    if logging:
        return found.value, [_logged(text, fix) for fix in found.fixes]
    if return_objects:
        return found.value
    return json.dumps(found.value, **json_dumps_args)


def _logged(text: str, fix: Any) -> dict[str, str]:
    context = text[max(0, fix.start - _CONTEXT) : fix.end + _CONTEXT]
    return {"text": f"{fix.message} ({fix.code})", "context": context}


def loads(
    json_str: str,
    skip_json_loads: bool = False,
    logging: bool = False,
    stream_stable: bool = False,
    strict: bool = False,
    schema: Any = None,
    schema_repair_mode: str = "standard",
) -> Any:
    """The value of a text, as `json.loads` gives it. Raises `JmendError` for what cannot be repaired."""
    return repair_json(
        json_str, True, logging=logging, strict=strict, schema=schema, schema_repair_mode=schema_repair_mode
    )


def load(
    fd: TextIO,
    skip_json_loads: bool = False,
    logging: bool = False,
    chunk_length: int = 0,
    strict: bool = False,
    schema: Any = None,
    schema_repair_mode: str = "standard",
) -> Any:
    """The value of the rest of a file. Raises `JmendError` for what cannot be repaired."""
    return loads(fd.read(), logging=logging, strict=strict, schema=schema, schema_repair_mode=schema_repair_mode)


def from_file(
    filename: str | Path,
    skip_json_loads: bool = False,
    logging: bool = False,
    chunk_length: int = 0,
    strict: bool = False,
    schema: Any = None,
    schema_repair_mode: str = "standard",
) -> Any:
    """The value of a file. Raises `JmendError` for what cannot be repaired, and `OSError` as `open` does."""
    with Path(filename).open(encoding="utf-8") as file:
        return load(file, logging=logging, strict=strict, schema=schema, schema_repair_mode=schema_repair_mode)
