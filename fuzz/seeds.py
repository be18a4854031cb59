#!/usr/bin/env python3
"""Makes the seed corpora of the fuzz targets: fuzz/corpus/TARGET/…, one file a text.

The texts are those of the project's fixtures and, where the shared vectors are present, of those too; they are read in
place and never committed. Programs go to the target of programs, everything else to all others.
usage: seeds.py [LONGEST_BYTES]
"""
import base64
import hashlib
import json
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
TEXTS = ("input", "program", "text", "message", "source", "raw", "value", "context", "args_text", "schema")


def strings(value):
    """Every text in a row, and every program as text."""
    if isinstance(value, dict):
        for name, item in value.items():
            if name in TEXTS and not isinstance(item, (str, dict, list)):
                continue
            if name in TEXTS:
                yield item.encode("utf-8", "surrogatepass") if isinstance(item, str) else json.dumps(item).encode()
            elif name.endswith("_base64") and isinstance(item, str):
                yield base64.b64decode(item)
            elif name == "hex" and isinstance(item, str):
                yield bytes.fromhex(item)
            if isinstance(item, dict):
                yield from strings(item)


def texts():
    roots = [HERE.parent / "fixtures", HERE.parent.parent / "shared" / "vectors"]
    for path in sorted(path for root in roots for path in root.rglob("*") if path.is_file()):
        if path.suffix in (".jsonl", ".ndjson"):
            for line in path.read_text("utf-8").split("\n"):
                try:
                    yield from strings(json.loads(line))
                except ValueError:
                    continue
        elif path.stat().st_size < 100_000:
            yield path.read_bytes()


def main():
    longest = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    targets = sorted(path.stem for path in (HERE / "fuzz_targets").glob("*.rs"))
    seeds = {text for text in texts() if 0 < len(text) <= longest}
    for target in targets:
        folder = HERE / "corpus" / target
        folder.mkdir(parents=True, exist_ok=True)
        # Each input of these is a run of the program, with a file.
        few = 20 if target in ("in_place_keeps_files", "checked_files_are_valid") else 1
        for seed in sorted(seeds)[::few]:
            if target != "ptc_within_limits" or b'"op"' in seed:
                (folder / hashlib.sha256(seed).hexdigest()[:16]).write_bytes(seed)
        print(f"{target}: {sum(1 for _ in folder.iterdir())} seeds")


if __name__ == "__main__":
    main()
