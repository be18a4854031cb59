#!/usr/bin/env python3
"""Makes the Homebrew formula of a release from the checksums of its archives.

usage: formula.py VERSION REPOSITORY DIST > jmend.rb

REPOSITORY is the address without a slash at the end; DIST holds jmend-TARGET-vVERSION.tgz.sha256 of each target.
"""
import re
import sys
from pathlib import Path

TEMPLATE = Path(__file__).resolve().parent / "homebrew/jmend.rb.in"


def main(version, repository, dist):
    def value(match):
        if match[1].startswith("SHA256 "):
            name = f"jmend-{match[1].split()[1]}-v{version}.tgz.sha256"
            digest = (Path(dist) / name).read_text().split()[0]
            if not re.fullmatch("[0-9a-f]{64}", digest):
                sys.exit(f"{name}: {digest!r} is not a checksum")
            return digest
        return {"VERSION": version, "REPOSITORY": repository, "RELEASE": f"{repository}/releases/download/v{version}"}[match[1]]

    print(re.sub(r"@([A-Z0-9][^@\n]*)@", value, TEMPLATE.read_text()), end="")


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__.strip())
    main(*sys.argv[1:])
