"""Runs the tests of the package json_repair against `jmend.json_repair`, and holds every difference against the page that lists them.

    python python/compare/json_repair.py TESTS [--write]

TESTS is the folder `tests` of a checkout of json_repair; nothing of it is copied into the project. Each assertion of each test counts on
its own: the one that fails does not hide those after it. `python/json_repair.md` has a row for each that comes out otherwise, with its
reason; the run fails when another one does, and when a row is no longer true. `--write` writes the rows anew: those without a reason
bear a question mark, and the run fails until one is given.

What tests the inside of json_repair (its parser, its command line, its speed) has no counterpart here and is left out; the run says how many tests
that are.
"""

import argparse
import ast
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "python" / "json_repair.md"

PUBLIC = {"loads", "repair_json", "load", "from_file"}
"""The functions that the drop-in has."""

UNKNOWN = "?"
"""Stands for a reason that is still to be given."""

BEGIN, END = "<!-- rows -->\n", "<!-- end of rows -->\n"


class Each(ast.NodeTransformer):
    """Puts each assertion of one test into a context of its own, which notes what becomes of it."""

    def __init__(self, test):
        self.test, self.count = test, 0

    def whole(self, node):
        """The test, in which each assertion is noted."""
        node.body = [self.visit(part) for part in node.body]
        return node

    def noted(self, node):
        self.count += 1
        name = ast.Constant(f"{self.test}#{self.count}")
        item = ast.withitem(ast.Call(ast.Name("noted", ast.Load()), [name], []))
        return ast.copy_location(ast.With([item], [node]), node)

    def visit_Assert(self, node):
        return self.noted(node)

    def visit_With(self, node):
        # `with pytest.raises(…)` is an assertion; another block is a block.
        calls = [item.context_expr for item in node.items if isinstance(item.context_expr, ast.Call)]
        if any(isinstance(call.func, ast.Attribute) and call.func.attr == "raises" for call in calls):
            return self.noted(node)
        return self.generic_visit(node)

    def visit_Expr(self, node):
        # A helper that asserts.
        if isinstance(node.value, ast.Call) and isinstance(node.value.func, ast.Name) and "assert" in node.value.func.id:
            return self.noted(node)
        return node


def inner_names(tree):
    """The names of a test file that stand for the inside of json_repair."""
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module and "json_repair" in node.module:
            names |= {alias.asname or alias.name for alias in node.names if alias.name not in PUBLIC}
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
            if any(isinstance(part, ast.Constant) and "json_repair" in str(part.value) for part in node.value.args):
                names |= {target.id for target in node.targets if isinstance(target, ast.Name)}
    return names


def uses(node, names):
    return any(isinstance(part, ast.Name) and part.id in names for part in ast.walk(node))


def prepared(path):
    """The source of a test file in which each assertion is noted, and how many of its tests are about the inside."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    inner = inner_names(tree)
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    # A helper that uses the inside is inside itself.
    while more := {node.name for node in functions if uses(node, inner)} - inner:
        inner |= more
    body, left_out = [], 0
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and node.module and "json_repair" in node.module:
            kept = [alias for alias in node.names if alias.name in PUBLIC]
            if kept:
                body.append(ast.ImportFrom("jmend.json_repair", kept, 0))
        elif isinstance(node, ast.FunctionDef) and (node.name in inner or "benchmark" in ast.dump(node.args)):
            left_out += node.name.startswith("test")
        elif isinstance(node, ast.FunctionDef) and node.name.startswith("test"):
            body.append(Each(f"{path.stem}::{node.name}").whole(node))
        elif not uses(node, inner):
            body.append(node)
    tree.body = [ast.ImportFrom("noting", [ast.alias("noted")], 0), *body]
    return ast.unparse(ast.fix_missing_locations(tree)), left_out


NOTING = '''
"""Notes what becomes of each assertion; the test goes on after it."""
import contextlib, json

import pytest

@contextlib.contextmanager
def noted(name):
    outcome = "same"
    try:
        yield
    except (pytest.skip.Exception, KeyboardInterrupt):
        raise
    except BaseException as error:
        outcome = f"{type(error).__name__}: {error}"
    with open(LOG, "a", encoding="utf-8") as log:
        log.write(json.dumps([name, outcome]) + "\\n")
'''


def run(tests, folder):
    """Runs the prepared tests; what became of each assertion, and how many tests were left out."""
    log, left_out = folder / "log", 0
    (folder / "noting.py").write_text(f"LOG = {str(log)!r}\n{NOTING}", encoding="utf-8")
    log.touch()
    for path in sorted(tests.glob("test_*.py")):
        source, count = prepared(path)
        left_out += count
        (folder / path.name).write_text(source, encoding="utf-8")
    for path in tests.glob("*.json"):
        (folder / path.name).write_bytes(path.read_bytes())
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir", str(folder), str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    outcomes = {}
    for line in log.read_text(encoding="utf-8").splitlines():
        name, outcome = json.loads(line)
        # A test that runs with several parameters differs where one of them does.
        if outcomes.get(name, "same") == "same":
            outcomes[name] = outcome
    return outcomes, left_out, done


def rows():
    """The rows of the page: assertion → reason."""
    text = PAGE.read_text(encoding="utf-8")
    body = text.split(BEGIN)[1].split(END)[0]
    return dict(re.findall(r"^\| `([^`]+)` \| (.+) \|$", body, re.M))


def write(differences, known):
    text = PAGE.read_text(encoding="utf-8")
    before, rest = text.split(BEGIN)
    after = rest.split(END)[1]
    table = "".join(f"| `{name}` | {known.get(name, UNKNOWN)} |\n" for name in sorted(differences))
    PAGE.write_text(f"{before}{BEGIN}\n| assertion | why |\n|---|---|\n{table}\n{END}{after}", encoding="utf-8")


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("tests", type=Path)
    arguments.add_argument("--write", action="store_true")
    given = arguments.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        outcomes, left_out, done = run(given.tests, Path(folder))
    if len(outcomes) < 100 or "error" in done.stdout.splitlines()[-1]:
        sys.exit(f"the tests could not be run:\n{done.stdout}{done.stderr}")
    differences = {name: outcome for name, outcome in outcomes.items() if outcome != "same"}
    known = rows()
    if given.write:
        write(differences, known)
        known = rows()
    wrong = [f"{name}: {outcome}" for name, outcome in differences.items() if name not in known]
    wrong += [f"{name}: is the same now" for name in known if name not in differences]
    wrong += [f"{name}: has no reason" for name, reason in known.items() if reason == UNKNOWN]
    print(
        f"{len(outcomes)} assertions: {len(outcomes) - len(differences)} the same, {len(differences)} different "
        f"and explained but for {len(wrong)}; {left_out} tests of the inside were left out"
    )
    print("\n".join(wrong))
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
