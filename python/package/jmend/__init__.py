"""Repairs almost-JSON from language models, and says exactly what it changed.

    >>> import jmend
    >>> jmend.loads("Sure! {'city': 'Berlin', 'days': 3,}")
    {'city': 'Berlin', 'days': 3}
"""

from __future__ import annotations

import json as _json
from typing import Any, NamedTuple

from ._error import JmendError, Violation
from ._jmend import (
    Call,
    Calls,
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
    loads,
    normalize,
    repair,
)
from ._jmend import cache_key as _cache_key
from ._jmend import preview as _preview

JmendError.__module__ = Violation.__module__ = __name__

__all__ = [
    "CacheKey",
    "Call",
    "Calls",
    "Fix",
    "JmendError",
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
    "loads",
    "normalize",
    "preview",
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
    tool: str, arguments: Any, result: Any, *, rows: int | None = None, hint: str | None = None
) -> dict[str, Any]:
    """What a model sees of the result of a call: its shape, its size, and how to reach the rest.

    `arguments` and `result` are JSON texts, or values that `json.dumps` takes. With `rows` it has the first rows of an array, too.
    `hint` is a template for the sentence on the full result, in which `{tool}` and `{args}` stand for the call. Raises
    `JmendError` for text that is no JSON.
    """
    return loads(_preview(tool, _text(arguments), _text(result), rows, hint))
