"""The one exception of the module."""

from __future__ import annotations

from typing import Iterable, NamedTuple


class Violation(NamedTuple):
    """What a JSON Schema does not accept about a value."""

    path: str
    """Where in the value, as a JSON Pointer."""
    keyword: str
    """The keyword of the schema."""
    message: str
    """What is wrong, in a sentence."""
    schema_path: str
    """Where in the schema, as a JSON Pointer."""


class Lint(NamedTuple):
    """Something in a program that is allowed and probably not meant."""

    code: str
    """A stable name, such as "missing-field"."""
    message: str
    """What is the matter and what to do, in a sentence."""
    path: str
    """Where in the program, as a JSON Pointer."""


class JmendError(ValueError):
    """A text was refused.

    `code` is the stable name of the cause ("no-json", "truncated", "risk", "depth", "schema", "number-range", ...), `message` a
    sentence. `offset` is the place in the text: a character of a `str`, a byte of `bytes`; `line` and `column` count from 1, and are 0
    where there is no place. `feedback` says what to tell the model that wrote the text. An error of a program has a `path` in it, a
    JSON Pointer, and a `suggestion` where a name was probably meant.
    """

    def __init__(
        self,
        message: str,
        code: str,
        offset: int,
        line: int,
        column: int,
        violations: Iterable[tuple[str, str, str, str]] = (),
        feedback: str = "",
        path: str | None = None,
        suggestion: str | None = None,
    ) -> None:
        # All of it, so that a copy from another process is the same.
        super().__init__(message, code, offset, line, column, tuple(violations), feedback, path, suggestion)
        self.message = message
        self.code = code
        self.offset = offset
        self.line = line
        self.column = column
        self.violations = tuple(Violation(*violation) for violation in self.args[5])
        self.feedback = feedback
        self.path = path
        self.suggestion = suggestion

    def __str__(self) -> str:
        place = f" (line {self.line}, column {self.column})" if self.line else ""
        return self.message if self.message.endswith(place) else self.message + place
