#!/usr/bin/env python3
"""Frameworks alone and with jmend: how many spellings of arguments and of texts become the value that was meant.

usage: run.py [--write] [--only PACKAGE] [--here]

Answers each request of a framework from a server on this machine (fake.py) with each spelling of texts.py, and prints a table. --write
puts it into docs/evidence/frameworks.md. Ends with status 1 if a value is wrong, if half a command ran, or if a row is below the
best possible for no reason that REASONS tells.
Installs jmend and the frameworks into a folder of the build (CARGO_TARGET_DIR, default: target), and the packages of the AI SDK into
node/test/peers; --here uses what the interpreter has, and node/jmend.node as it is. Needs Rust, Python 3.10, Node 20, PyPI, and npm.
"""
import argparse
import json
import os
import subprocess
import sys
import textwrap
import venv
from importlib import metadata
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HERE = ROOT / "benches/frameworks"
PAGE = ROOT / "docs/evidence/frameworks.md"
WIDTH = 130
TARGET = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")).resolve()
PACKAGES = ["-r", ROOT / "python/pyproject.toml", "--extra", "adapters", "--extra", "test"]
# What the frameworks would otherwise ask the network for, or send to it.
QUIET = {"LITELLM_LOCAL_MODEL_COST_MAP": "True", "OPENAI_AGENTS_DISABLE_TRACING": "1", "OPENAI_API_KEY": "x",
         "LANGSMITH_TRACING": "false", "NO_PROXY": "127.0.0.1", "AI_SDK_LOG_WARNINGS": "false"}
# A build for tests, as `.ci/packages-node` makes it: fast to make, and the same code.
NODE_BUILD = {"CARGO_PROFILE_QUICK_CODEGEN_UNITS": "64", "CARGO_PROFILE_QUICK_OPT_LEVEL": "1"}

# Why a row is below the best possible.
RAISES = "`ChatOpenAI` raises an error before there is a message that could be repaired."
REASONS = {
    ("openai", "`stream` with a `response_format`"): "The SDK reads what has come as JSON after each piece, and raises an error if it is "
    "not. `parsed(stream, Model)` reads a plain stream.",
    ("langchain-core", "`repaired_calls(tools)`"): RAISES,
    ("langchain", "`create_agent`"): RAISES,
    ("pydantic-ai-slim", "tool"): "The framework forbids such a key in each call, broken or not, and tells the model so.",
}

TEMPLATE = """# Frameworks

This page measures how many spellings of an answer become the value that the model meant, in a framework alone and with jmend.
`benches/frameworks/run.py --write` writes it; do not edit.

    benches/frameworks/run.py --write

{versions}.

A server on the same machine answers each request with one spelling: {arguments} of the arguments of a call, {refused_arguments} of
which must be refused, and {texts} of a text, {refused_texts} of which must be refused. So {best_arguments} and {best_texts} are the
best possible. Beside each number of the framework alone stands the one with jmend. A *wrong value* was accepted and is not what was
meant. *Half a command* ran though its arguments were cut off, prose, or empty. No framework may ask the model again.

| framework | what reads the answer | of | right | with jmend | wrong values | with jmend | half commands | with jmend |
|---|---|--:|--:|--:|--:|--:|--:|--:|
{rows}

{below}

The arguments:

{spellings_of_arguments}

The texts:

{spellings_of_texts}
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--only", help="the rows of one package")
    parser.add_argument("--here", action="store_true")
    options = parser.parse_args()
    os.environ |= QUIET
    if not options.here:
        sys.exit(subprocess.run([installed(), __file__, "--here", *sys.argv[1:]]).returncode)
    rows = [*python_rows(options.only), *node_rows(options.only)]
    print(table(rows))
    problems = [problem for row in rows for problem in judged(row)]
    print(*problems, sep="\n", file=sys.stderr)
    if options.write:
        PAGE.write_text(page(rows), encoding="utf-8")
    sys.exit(bool(problems))


def installed():
    """Returns the interpreter that has jmend and the frameworks; builds the Node module, too."""
    folder = TARGET / "frameworks"
    python = folder / "bin/python"
    if not python.exists():
        venv.create(folder, with_pip=True)
    environment = {**os.environ, "CARGO_TARGET_DIR": str(TARGET / "python")}
    pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    # The resolver of pip takes minutes for these packages.
    subprocess.run([*pip, "uv", "maturin>=1.9,<2"], check=True)
    subprocess.run([python, "-m", "uv", "pip", "install", "--quiet", "--python", python, *PACKAGES], check=True)
    subprocess.run([*pip, "--force-reinstall", "--no-deps", ROOT / "python"], check=True, env=environment)
    npm = ["npm", "ci", "--silent", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix", ROOT / "node/test/peers"]
    subprocess.run(npm, check=True)
    environment = {**os.environ, **NODE_BUILD, "CARGO_TARGET_DIR": str(TARGET / "node")}
    subprocess.run(["node", ROOT / "node/build.mjs"], check=True, env=environment)
    return python


class Row:
    """What became of each spelling in one place of a framework, alone and with jmend."""

    def __init__(self, name, version, what, kind):
        self.name, self.version, self.what, self.kind = name, version, what, kind
        self.outcomes = {False: {}, True: {}}

    def add(self, is_repaired, spelling, value):
        self.outcomes[is_repaired][spelling] = value

    def meant(self, spelling):
        return spellings(self.kind)[spelling][1]

    def right(self, is_repaired):
        return [each for each, value in self.outcomes[is_repaired].items() if self.meant(each) and is_meant(value, self.meant(each))]

    def wrong(self, is_repaired):
        return [each for each, value in self.outcomes[is_repaired].items()
                if self.meant(each) and value is not None and not is_meant(value, self.meant(each))]

    def halves(self, is_repaired):
        return [each for each, value in self.outcomes[is_repaired].items() if not self.meant(each) and value is not None]


def spellings(kind):
    from texts import ARGUMENTS, TEXTS

    return ARGUMENTS if kind == "arguments" else TEXTS


def best(kind):
    return sum(meant is not None for _, meant in spellings(kind).values())


def is_meant(value, meant):
    """Returns whether a value has what was meant. A key more is no error."""
    return isinstance(value, dict) and all(key in value and value[key] == each and type(value[key]) is type(each)
                                           for key, each in meant.items())


def python_rows(only):
    import logging

    from fake import Fake
    from frameworks import ROWS

    logging.disable(logging.CRITICAL)
    with Fake() as server:
        for name, what, kind, run in ROWS:
            if only in (None, name):
                row = Row(name, metadata.version(name.partition("[")[0]), what, kind)
                for is_repaired in (False, True):
                    for spelling, (text, _) in spellings(kind).items():
                        row.add(is_repaired, spelling, outcome(run, server, text, is_repaired))
                yield row


def outcome(run, server, text, is_repaired):
    try:
        value = run(server, text, is_repaired)
    except ImportError:
        raise
    except Exception:
        return None
    return value.model_dump() if hasattr(value, "model_dump") else value


def node_rows(only):
    if only not in (None, "ai"):
        return
    given = {kind: {name: text for name, (text, _) in spellings(kind).items()} for kind in ("arguments", "text")}
    done = subprocess.run(["node", HERE / "ai.mjs"], input=json.dumps(given), capture_output=True, text=True, check=True)
    for each in json.loads(done.stdout):
        row = Row(each["name"], each["version"], each["what"], each["kind"])
        for is_repaired, outcomes in ((False, each["alone"]), (True, each["repaired"])):
            for spelling, value in outcomes.items():
                row.add(is_repaired, spelling, value)
        yield row


def judged(row):
    place = f"{row.name}, {row.what}"
    for found, what in ((row.wrong(True), "wrong value"), (row.halves(True), "half a command")):
        if found:
            yield f"{place}: {what}: {', '.join(found)}"
    if len(row.right(True)) < best(row.kind) and (row.name, row.what) not in REASONS:
        yield f"{place}: not right: {', '.join(missed(row))}"


def missed(row):
    right = row.right(True)
    return [each for each, (_, meant) in spellings(row.kind).items() if meant and each not in right]


def table(rows):
    def line(row):
        cells = [f"{row.name} {row.version}", row.what, f"{best(row.kind)} of {len(spellings(row.kind))}"]
        for count in (row.right, row.wrong, row.halves):
            cells += [str(len(count(False))), str(len(count(True)))]
        return "| " + " | ".join(cells) + " |"

    return "\n".join(map(line, rows))


def page(rows):
    node = subprocess.run(["node", "--version"], capture_output=True, text=True, check=True).stdout.strip().lstrip("v")
    versions = ", ".join([f"Python {sys.version.split()[0]}", f"Node {node}",
                          *(f"{name} {metadata.version(name)}" for name in ("jmend", "langchain-openai", "pydantic"))])
    below = [textwrap.fill(f"- {row.name}, {row.what}: {', '.join(missed(row))}. {REASONS[row.name, row.what]}", WIDTH,
                           subsequent_indent="  ", break_on_hyphens=False)
             for row in rows if len(row.right(True)) < best(row.kind)]
    arguments, texts = spellings("arguments"), spellings("text")

    def listed(of):
        head = ["| spelling | the model writes | meant |", "|---|---|---|"]
        lines = [f"| {name} | {shown(text)} | {'`' + json.dumps(meant) + '`' if meant else 'refuse'} |"
                 for name, (text, meant) in of.items()]
        return "\n".join(head + lines)

    def shown(text):
        return "`` " + text.replace("\n", "⏎") + " ``" if text else "nothing"

    return TEMPLATE.format(
        versions=versions, rows=table(rows),
        below="\n".join(["Rows below the best, with the spellings that are not right, and why:", "", *below])
        if below else "Every row is the best possible.",
        arguments=len(arguments), texts=len(texts), best_arguments=best("arguments"), best_texts=best("text"),
        refused_arguments=len(arguments) - best("arguments"), refused_texts=len(texts) - best("text"),
        spellings_of_arguments=listed(arguments), spellings_of_texts=listed(texts))


if __name__ == "__main__":
    main()
