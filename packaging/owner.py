#!/usr/bin/env python3
"""What only the owner can fill in stands in packaging/OWNER.toml.

usage: owner.py check|write|get KEY

check fails while a value is empty or is not what it should be, and while a page still says OWNER/jmend.
write puts the repository into the pages that say OWNER/jmend, and the maintainer into Cargo.toml.
get prints one value, such as `repository` or `publishers.npm`.
"""
import re
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FILE = ROOT / "packaging/OWNER.toml"
PLACEHOLDER = "OWNER/jmend"
# Files that explain the placeholder itself.
ABOUT = {"packaging/OWNER.toml", "packaging/owner.py", "packaging/README.md"}
# The maintainer of Cargo.toml before there is one: `.invalid` is a name that never exists.
NOBODY = "The jmend developers <jmend@users.noreply.invalid>"

SHAPES = {
    "repository": r"https://[^/\s]+/[^/\s]+/[^/\s]+",
    "maintainer": r"[^<>]+ <[^<>@\s]+@[^<>@\s]+>",
    "homebrew_tap": r"[^/\s]+/homebrew-[^/\s]+",
    "publishers.crates_io": "yes",
    "publishers.pypi": "yes",
    "publishers.npm": "yes",
}


def values():
    """Every value by its key, those of a table with its name and a dot before them."""
    found = {}
    for key, value in tomllib.loads(FILE.read_text()).items():
        found.update({f"{key}.{name}": each for name, each in value.items()} if isinstance(value, dict) else {key: value})
    return found


def pages():
    """The files of the repository that hold the placeholder."""
    files = subprocess.run(["git", "grep", "-lI", PLACEHOLDER], cwd=ROOT, capture_output=True, text=True).stdout
    return [name for name in files.splitlines() if name not in ABOUT]


def check():
    found = values()
    wrong = [f"{FILE.name}: there is no key {key}" for key in SHAPES if key not in found]
    wrong += [f"{FILE.name}: {key} means nothing" for key in found if key not in SHAPES]
    for key, shape in SHAPES.items():
        value = found.get(key)
        if value == "":
            wrong.append(f"{FILE.name}: {key} is not filled in")
        elif value is not None and not re.fullmatch(shape, value):
            wrong.append(f"{FILE.name}: {key} is {value!r}, which is not of the form {shape}")
    wrong += [f"{name}: says {PLACEHOLDER}; packaging/owner.py write puts the repository there" for name in pages()]
    if NOBODY in (ROOT / "Cargo.toml").read_text():
        wrong.append("Cargo.toml: the maintainer is a stand-in; packaging/owner.py write puts the real one there")
    for each in wrong:
        print(each, file=sys.stderr)
    return 1 if wrong else 0


def write():
    found = values()
    if not re.fullmatch(SHAPES["repository"], found["repository"]):
        print(f"{FILE.name}: the repository is not filled in", file=sys.stderr)
        return 1
    name = "/".join(found["repository"].split("/")[-2:])
    changes = {page: (PLACEHOLDER, name) for page in pages()}
    if found["maintainer"]:
        changes["Cargo.toml"] = (NOBODY, found["maintainer"])
    for page, (old, new) in changes.items():
        path = ROOT / page
        path.write_text(path.read_text().replace(old, new))
        print(page)
    return 0


def main(arguments):
    match arguments:
        case ["check"]:
            return check()
        case ["write"]:
            return write()
        case ["get", key] if key in SHAPES:
            print(values()[key])
            return 0
    print(__doc__.strip(), file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
