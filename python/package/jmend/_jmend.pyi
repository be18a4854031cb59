from collections.abc import Callable, Iterable, Iterator
from os import PathLike
from typing import Any, Literal, SupportsIndex, final, overload

from ._error import JmendError, Lint, Violation

__version__: str

_Text = str | bytes | bytearray
_Risk = Literal["syntax", "inferred", "lossy"]
_Strategy = Literal["ast", "regex", "structural", "manual"]

@final
class Fix:
    @property
    def code(self) -> str: ...
    @property
    def risk(self) -> _Risk: ...
    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...
    @property
    def replacement(self) -> str | None: ...
    @property
    def message(self) -> str: ...

@final
class Repaired:
    @property
    def value(self) -> Any: ...
    @property
    def text(self) -> str: ...
    @property
    def fixes(self) -> tuple[Fix, ...]: ...
    @property
    def risk(self) -> _Risk | None: ...
    @property
    def cause(self) -> str | None: ...
    @property
    def confidence(self) -> float: ...
    @property
    def strategy(self) -> str: ...
    @property
    def notation(self) -> str | None: ...
    @property
    def truncated(self) -> bool: ...
    @property
    def cut(self) -> str | None: ...
    @property
    def documents(self) -> int: ...

@final
class Schema:
    def __new__(cls, schema: Any) -> Schema: ...

@final
class Cache:
    def __new__(
        cls,
        directory: str | PathLike[str],
        *,
        namespace: str | None = None,
        max_size: int | None = None,
        max_age: float | None = None,
    ) -> Cache: ...
    def get(self, tool: str, arguments: Any) -> str | None: ...
    def has(self, tool: str, arguments: Any) -> bool: ...
    def put(self, tool: str, arguments: Any, result: Any, *, text: bool = False) -> bool: ...
    def remove(self, tool: str, arguments: Any) -> bool: ...
    def entries(self) -> list[dict[str, Any]]: ...
    def collect(self) -> dict[str, int]: ...
    def __eq__(self, other: object) -> bool: ...

@final
class Stats:
    def __new__(cls, provider: str | None = None) -> Stats: ...
    def add(self, result: Repaired | Calls | JmendError, tool: str | None = None) -> None: ...
    def merge(self, other: Stats) -> None: ...
    def to_json(self) -> str: ...
    def to_dict(self) -> dict[str, Any]: ...
    @staticmethod
    def from_json(text: str) -> Stats: ...
    def __eq__(self, other: object) -> bool: ...

@final
class Tools:
    def __new__(cls, tools: Any) -> Tools: ...
    @property
    def names(self) -> list[str]: ...
    @property
    def warnings(self) -> list[str]: ...
    def __contains__(self, name: str) -> bool: ...

@final
class Call:
    @property
    def name(self) -> str: ...
    @property
    def arguments(self) -> dict[str, Any]: ...
    @property
    def arguments_text(self) -> str: ...
    @property
    def id(self) -> Any: ...
    @property
    def format(self) -> str: ...
    @property
    def choice(self) -> int: ...
    @property
    def complete(self) -> bool: ...
    @property
    def is_ambiguous(self) -> bool: ...
    @property
    def strategy(self) -> str: ...
    @property
    def risk(self) -> _Risk | None: ...
    @property
    def confidence(self) -> float: ...
    @property
    def fixes(self) -> tuple[Fix, ...]: ...
    @property
    def span(self) -> tuple[int, int]: ...
    def to_json(self) -> str: ...

@final
class Refused:
    @property
    def name(self) -> str | None: ...
    @property
    def format(self) -> str: ...
    @property
    def code(self) -> str: ...
    @property
    def message(self) -> str: ...
    @property
    def span(self) -> tuple[int, int]: ...
    @property
    def violations(self) -> tuple[Violation, ...]: ...
    @property
    def feedback(self) -> str: ...

@final
class Calls:
    @property
    def refused(self) -> tuple[Refused, ...]: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[Call]: ...
    @overload
    def __getitem__(self, index: SupportsIndex, /) -> Call: ...
    @overload
    def __getitem__(self, index: slice, /) -> tuple[Call, ...]: ...

@final
class Evaluated:
    @property
    def value(self) -> Any: ...
    @property
    def text(self) -> str: ...
    @property
    def memory(self) -> dict[str, Any]: ...
    @property
    def memory_delta(self) -> dict[str, Any]: ...

@final
class Partial:
    def __new__(
        cls,
        *,
        max_risk: _Risk | None = None,
        min_confidence: float | None = None,
        truncated: Literal["close", "refuse"] | None = None,
        select: Literal["answer", "first", "last", "largest", "all"] | None = None,
        notation: str | None = None,
        nan: Literal["null", "string", "error"] | None = None,
        strategies: Iterable[_Strategy] | str | None = None,
        max_depth: int | None = None,
        parse_float: Callable[[str], Any] | None = None,
    ) -> Partial: ...
    def push(self, piece: _Text, /) -> bool: ...
    @property
    def value(self) -> Any: ...
    @property
    def text(self) -> str | None: ...
    def finish(self) -> Repaired: ...

def loads(
    text: _Text,
    *,
    max_risk: _Risk | None = None,
    min_confidence: float | None = None,
    truncated: Literal["close", "refuse"] | None = None,
    select: Literal["answer", "first", "last", "largest", "all"] | None = None,
    notation: str | None = None,
    nan: Literal["null", "string", "error"] | None = None,
    strategies: Iterable[_Strategy] | str | None = None,
    max_depth: int | None = None,
    schema: Any = None,
    defaults: bool | None = None,
    parse_float: Callable[[str], Any] | None = None,
) -> Any: ...
def repair(
    text: _Text,
    *,
    max_risk: _Risk | None = None,
    min_confidence: float | None = None,
    truncated: Literal["close", "refuse"] | None = None,
    select: Literal["answer", "first", "last", "largest", "all"] | None = None,
    notation: str | None = None,
    nan: Literal["null", "string", "error"] | None = None,
    strategies: Iterable[_Strategy] | str | None = None,
    max_depth: int | None = None,
    schema: Any = None,
    defaults: bool | None = None,
    parse_float: Callable[[str], Any] | None = None,
) -> Repaired: ...
def calls(
    text: _Text,
    *,
    tools: Any = None,
    format: str | None = None,
    unknown_tools: Literal["keep", "drop", "refuse"] | None = None,
    check: bool | None = None,
    max_risk: _Risk | None = None,
    min_confidence: float | None = None,
    truncated: Literal["close", "refuse"] | None = None,
    select: Literal["answer", "first", "last", "largest", "all"] | None = None,
    notation: str | None = None,
    nan: Literal["null", "string", "error"] | None = None,
    strategies: Iterable[_Strategy] | str | None = None,
    max_depth: int | None = None,
    parse_float: Callable[[str], Any] | None = None,
) -> Calls: ...
def arguments(
    tool: str,
    arguments: Any,
    *,
    tools: Any = None,
    max_risk: _Risk | None = None,
    min_confidence: float | None = None,
    truncated: Literal["close", "refuse"] | None = None,
    select: Literal["answer", "first", "last", "largest", "all"] | None = None,
    notation: str | None = None,
    nan: Literal["null", "string", "error"] | None = None,
    strategies: Iterable[_Strategy] | str | None = None,
    max_depth: int | None = None,
    parse_float: Callable[[str], Any] | None = None,
) -> Repaired: ...
def eval_json(
    program: _Text | dict[str, Any],
    *,
    context: str | dict[str, Any] | None = None,
    memory: str | dict[str, Any] | None = None,
    functions: dict[str, Any] | None = None,
    tools: Any = None,
    timeout: float | None = 1.0,
    max_memory: int | None = 67108864,
    max_result: int | None = None,
    strict_types: bool = False,
    repair: bool = False,
    max_risk: _Risk | None = None,
    min_confidence: float | None = None,
    select: Literal["answer", "first", "last", "largest", "all"] | None = None,
    notation: str | None = None,
    nan: Literal["null", "string", "error"] | None = None,
    strategies: Iterable[_Strategy] | str | None = None,
    max_depth: int | None = None,
    parse_float: Callable[[str], Any] | None = None,
) -> Evaluated: ...
def check_program(
    program: _Text | dict[str, Any],
    *,
    context: str | dict[str, Any] | None = None,
    functions: dict[str, Any] | None = None,
    tools: Any = None,
    repair: bool = False,
    max_risk: _Risk | None = None,
    min_confidence: float | None = None,
    select: Literal["answer", "first", "last", "largest", "all"] | None = None,
    notation: str | None = None,
    nan: Literal["null", "string", "error"] | None = None,
    strategies: Iterable[_Strategy] | str | None = None,
    max_depth: int | None = None,
) -> tuple[Lint, ...]: ...
def program_prompt(
    size: Literal["full", "card"] = "full", *, context: Any = None, functions: dict[str, Any] | None = None, tools: Any = None
) -> str: ...
def program_schema(*, strict: bool = False) -> dict[str, Any]: ...
def normalize(text: str, *, on_collision: Literal["error", "first", "last"] = "error") -> str: ...
def cache_key(tool: str, arguments: str, namespace: str | None) -> tuple[str, str]: ...
def preview(
    tool: str,
    arguments: str,
    result: str,
    rows: int | None,
    hint: str | None,
    profile: bool,
    at: str | None,
    sample: str | None,
    max_bytes: int | None,
    cache: Cache | None,
) -> str: ...
def run(arguments: list[str], launcher: list[str]) -> int: ...
