#!/usr/bin/env python3
"""One version: what every package of the project says it is.

usage: version.py            prints the version, and fails where a file says another one
       version.py set X.Y.Z  writes a version to every file but CHANGELOG.md
"""
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
# File → what stands before the version and after it. Files of parts that are not in this checkout are passed over.
PLACES = {
    "Cargo.toml": (r'^name = "jmend"\nversion = "', '"'),
    "Cargo.lock": (r'^name = "jmend"\nversion = "', '"'),
    "node/Cargo.toml": (r'^name = "jmend-node"\nversion = "', '"'),
    "node/Cargo.lock": (r'^name = "jmend-node"\nversion = "', '"'),
    "node/package.json": (r'"version": "', '"'),
    "python/Cargo.toml": (r'^version = "', '"'),
    "python/pyproject.toml": (r'^version = "', '"'),
    "capi/Cargo.toml": (r'^version = "', '"'),
    "action.yml": (r"^    default: ", " # the version of this action"),
    "pyproject.toml": (r'^version = "', '"'),
    # A date may follow.
    "CHANGELOG.md": (r"\A(?:(?!^## ).*\n)*## ", ""),
    "playground/Cargo.toml": (r'^name = "jmend-page"\n(?:(?!version).*\n)*version = "', '"'),
}
# The root's pyproject.toml asks for the wheel of the same version.
MORE = {"pyproject.toml": (r"jmend == ", '"')}
SHAPE = r"\d+\.\d+\.\d+(?:-[0-9A-Za-z.]+)?"
# A package of maturin may take its version from its Cargo.toml.
DYNAMIC = {"python/pyproject.toml"}
# A release writes its heading; until then the newest one may be of what is not released.
UNRELEASED = "Unreleased"


def found():
    """The version in each place."""
    for places in (PLACES, MORE):
        for name, (before, after) in places.items():
            path = ROOT / name
            if not path.exists():
                continue
            match = re.search(f"{before}({SHAPE}|{UNRELEASED}){re.escape(after)}", path.read_text(), re.MULTILINE)
            if match:
                yield name, match
            elif name not in DYNAMIC:
                yield name, None


def main(arguments):
    places = list(found())
    if arguments[:1] == ["set"] and len(arguments) == 2 and re.fullmatch(SHAPE, arguments[1]):
        for name, match in places:
            if match and name != "CHANGELOG.md":
                path = ROOT / name
                text = path.read_text()
                # A file may have two places: look each up anew.
                places_of = [p[name] for p in (PLACES, MORE) if name in p]
                for before, after in places_of:
                    text = re.sub(f"({before}){SHAPE}({re.escape(after)})", rf"\g<1>{arguments[1]}\g<2>", text, count=1, flags=re.MULTILINE)
                path.write_text(text)
        return 0
    if arguments:
        print(__doc__.strip(), file=sys.stderr)
        return 2
    due = next(match[1] for name, match in places if name == "Cargo.toml")
    wrong = [
        f"{name}: {'no version is found' if match is None else f'says {match[1]}'}, and Cargo.toml {due}"
        for name, match in places
        if match is None or match[1] not in ({due, UNRELEASED} if name == "CHANGELOG.md" else {due})
    ]
    for each in wrong:
        print(each, file=sys.stderr)
    if not wrong:
        print(due)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
