"""What is shipped: versions agree, the stubs are those of the module, every function is documented, examples are true."""

import ast
import doctest
import inspect
import re
from importlib import metadata, resources
from pathlib import Path

import jmend
import pytest
from conftest import ROOT
from jmend import _jmend, json_repair


def manifest(folder):
    return re.search(r'^version = "([^"]+)"$', (ROOT / folder / "Cargo.toml").read_text(), re.M).group(1)


def test_there_is_one_version():
    versions = {manifest(folder) for folder in (".", "python", "capi")}
    assert versions == {jmend.__version__, metadata.version("jmend")} and len(versions) == 1


def test_types_are_shipped():
    assert resources.files("jmend").joinpath("py.typed").is_file()


def stub():
    text = resources.files("jmend").joinpath("_jmend.pyi").read_text(encoding="utf-8")
    return ast.parse(text)


def test_the_stubs_are_those_of_the_module():
    nodes = [node for node in stub().body if isinstance(node, (ast.ClassDef, ast.FunctionDef))]
    public = {name for name, value in vars(_jmend).items() if not name.startswith("_") and callable(value)}
    assert {node.name for node in nodes} == public
    for node in nodes:
        if not isinstance(node, ast.ClassDef):
            continue
        kind = getattr(_jmend, node.name)
        known = {item.name for item in node.body if isinstance(item, ast.FunctionDef)}
        there = {name for name, value in vars(kind).items() if not name.startswith("__")}
        assert {name for name in known if not name.startswith("__")} == there, node.name
        assert all(hasattr(kind, name) for name in known), node.name


def test_the_options_of_the_stubs_are_those_of_the_functions():
    for node in stub().body:
        if isinstance(node, ast.FunctionDef) and node.name in ("loads", "repair", "calls"):
            names = [argument.arg for argument in node.args.kwonlyargs]
            getattr(jmend, node.name)("{}", **dict.fromkeys(names))


def test_what_is_public_is_documented():
    for module in (jmend, json_repair):
        for name in module.__all__:
            value = getattr(module, name)
            if callable(value):
                assert inspect.getdoc(value), name


@pytest.mark.parametrize(("file", "least"), [("python/README.md", 15), ("docs/guide/python.md", 6)])
def test_the_examples_of_the_pages_are_true(file, least):
    path = Path(ROOT / file)
    found = doctest.testfile(str(path), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert found.attempted >= least and found.failed == 0


def test_the_examples_of_the_module_are_true():
    assert doctest.testmod(jmend).failed == 0
