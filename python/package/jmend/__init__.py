"""Repairs almost-JSON from language models, and says exactly what it changed.

    >>> import jmend
    >>> jmend.loads("Sure! {'city': 'Berlin', 'days': 3,}")
    {'city': 'Berlin', 'days': 3}
"""

from __future__ import annotations

import json as _json
from typing import Any, NamedTuple

from ._error import JmendError, Lint, Violation
from ._jmend import (
    Cache,
    Call,
    Calls,
    Evaluated,
    Fix,
    Partial,
    Refused,
    Repaired,
    Schema,
    Stats,
    Tools,
    __version__,
    arguments,
    calls,
    check_program,
    eval_json,
    loads,
    normalize,
    program_prompt,
    program_schema,
    repair,
)
from ._jmend import cache_key as _cache_key
from ._jmend import preview as _preview
from ._query import query

JmendError.__module__ = Lint.__module__ = Violation.__module__ = __name__

__all__ = [
    "Cache",
    "CacheKey",
    "Call",
    "Calls",
    "Evaluated",
    "Fix",
    "JmendError",
    "Lint",
    "Partial",
    "Refused",
    "Repaired",
    "Schema",
    "Stats",
    "Tools",
    "Violation",
    "__version__",
    "arguments",
    "cache_key",
    "calls",
    "check_program",
    "eval_json",
    "loads",
    "normalize",
    "preview",
    "program_prompt",
    "program_schema",
    "query",
    "repair",
]


class CacheKey(NamedTuple):
    """The key of a call."""

    key: str
    """The key: `jk1-` and a SHA-256 in hex."""
    text: str
    """The canonical JSON text that it is the hash of."""


def _text(value: Any) -> str:
    """JSON text of a value; a `str` is such a text already."""
    return value if isinstance(value, str) else _json.dumps(value, ensure_ascii=False, allow_nan=False)


def cache_key(tool: str, arguments: Any, *, namespace: str | None = None) -> CacheKey:
    """The key of one call: equal calls have equal keys, however they are spelled.

    `arguments` is JSON text, or a value that `json.dumps` takes. Raises `JmendError` for text that is no JSON.
    """
    return CacheKey(*_cache_key(tool, _text(arguments), namespace))


def preview(
    tool: str,
    arguments: Any,
    result: Any,
    *,
    rows: int | None = None,
    hint: str | None = None,
    profile: bool = False,
    at: str | None = None,
    sample: str | None = None,
    max_bytes: int | None = None,
    cache: Cache | None = None,
) -> dict[str, Any]:
    """What a model sees of the result of a call: its shape, its size, and how to reach the rest.

    `arguments` and `result` are JSON texts, or values that `json.dumps` takes. With `rows` it has the first rows of an array, too.
    `hint` is a template for the sentence on the full result, in which `{tool}` and `{args}` stand for the call.

    With `profile` it says what all rows are like: the fields with their types, ranges and most frequent values. `at` is a JSON Pointer to
    the rows, by default the array that makes up most of the result, and `sample` shows some: "head:N", "tail:N" or "random:N"; both
    ask for a profile. With a `cache` it stores the result first, unless that tells of an error, and the hint says how a model reaches it.
    `max_bytes` is what the preview may have: 2000 for a profile, 8000 with rows, and 0 is no limit. Raises `JmendError`
    for a result that begins as JSON and is none, for no rows at the place ("no-place"), and for a budget that is too small ("budget").
    """
    text = _preview(tool, _text(arguments), _text(result), rows, hint, profile, at, sample, max_bytes, cache)
    found: dict[str, Any] = loads(text)
    return found
