"""Filters of jq, each in a process of its own: what runs a filter counts neither time nor memory, and the system does."""

from __future__ import annotations

import json
import math
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, Mapping

from ._error import JmendError
from ._jmend import loads

_START = "import sys; sys.path[:] = {path!r}; from jmend.__main__ import main; main()"
"""Starts the program with the path of this process, so that no file of the working directory is taken for a module."""

_NAME = re.compile(r"[A-Za-z_][A-Za-z_0-9]*")


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def _text(data: Any) -> bytes:
    """JSON text of the data; a `str` or `bytes` is such a text already."""
    if isinstance(data, (bytes, bytearray, memoryview)):
        return bytes(data)
    return (data if isinstance(data, str) else _json(data)).encode("utf-8", "surrogatepass")


def query(
    data: Any,
    filter: str,  # noqa: A002 - the word of the field
    *,
    variables: Mapping[str, Any] | None = None,
    slurp: bool = False,
    timeout: float | None = 10.0,
    max_memory: int | None = 1 << 30,
    max_output: int | None = 256 << 20,
) -> list[Any]:
    """All outputs of a jq filter over JSON, as `jmend query` gives them.

    `data` is JSON text, of one document or several, or a value that `json.dumps` takes. Each document is one input of the filter;
    with `slurp` all are one array. `variables` are values that the filter sees as `$NAME`; a `str` is a string there.

    A filter runs in a process of its own, which takes some 0.1 s to start. There it does no input or output, and it is stopped
    after `timeout` seconds, beside 0.1 for each MiB of `data`, when it takes more than `max_memory` bytes beyond what `data` needs,
    or gives more than `max_output` bytes; None is no limit. Raises `JmendError`: with the code "syntax" for text that is no JSON,
    "filter" for a filter that cannot be read or fails, "stopped" for one that reached a limit, and "halt" for one that ended itself
    with a status. Raises `RuntimeError` where the process failed for another reason.
    """
    milliseconds = 0 if timeout is None else max(1, math.ceil(timeout * 1000))
    arguments = ["query", "--compact", "--log-format", "json", "--timeout", str(milliseconds)]
    arguments += ["--max-memory", str(max_memory or 0), "--max-output", str(max_output or 0)]
    if slurp:
        arguments.append("--slurp")
    with tempfile.TemporaryDirectory(prefix="jmend-") as folder:
        for number, (name, value) in enumerate((variables or {}).items()):
            if not _NAME.fullmatch(name):
                raise ValueError(f"{name!r} is no name of a variable")
            file = Path(folder, str(number))
            file.write_bytes(_json(value).encode("utf-8", "surrogatepass"))
            arguments += ["--let", f"{name}=@{file}"]
        command = [sys.executable, "-c", _START.format(path=sys.path), *arguments, "--", filter]
        # What it says is its error, and no log.
        silent = {**os.environ, "JMEND_LOG": ""}
        done = subprocess.run(command, input=_text(data), capture_output=True, check=False, env=silent)
    if done.returncode == 0:
        return [loads(line) for line in done.stdout.splitlines()]
    raise _refused(done.returncode, done.stderr.decode("utf-8", "replace"))


def _refused(status: int, said: str) -> JmendError:
    """The error that the program wrote as JSON."""
    if status == 1 and not said:
        return JmendError("the filter ended itself", "halt", 0, 0, 0)
    line = next((line for line in said.splitlines() if line.startswith("{")), "{}")
    fields: dict[str, Any] = json.loads(line).get("fields", {})
    if not fields.get("code"):
        raise RuntimeError(f"the process of the filter ended with status {status}: {said.strip()}")
    return JmendError(fields["message"], fields["code"], 0, fields.get("line", 0), fields.get("column", 0))
