"""How fast `jmend.loads` is beside others, on broken and valid texts: prints tables, fails where it is slower than promised.

    python python/benches/speed.py [SECONDS]

Needs `json_repair`, `fast_json_repair` and `orjson` in the same environment, and the module as a release builds it:
`MATURIN_PEP517_ARGS="--profile release" pip install ./python`. Each row is measured in turns, the median of all turns
counts, and it is time of the processor, so what else the machine does changes little.
"""

import json
import statistics
import sys
import time

import fast_json_repair
import json_repair
import orjson

import jmend

SECONDS = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0
"""How long each text is measured."""
TURNS = 15

AT_LEAST = {"fast_json_repair": 1}
"""How many times faster than these `jmend.loads` must be on each broken text."""
AT_MOST = {"orjson": 1.3}
"""How many times the time of these it may take on valid texts."""
SIZES = {"0.2 KB": 200, "1 KB": 1000, "10 KB": 10_000, "100 KB": 100_000}


def document(size):
    """A call as models write it, of about so many bytes."""
    value = {
        "name": "write_file",
        "arguments": {
            "path": "src/app.py",
            "content": 'def main():\n    print("it is up")\n',
            "overwrite": True,
            "mode": None,
        },
        "unicode": "Grüße, 漢字",
        "items": [],
    }
    while len(json.dumps(value)) < size:
        n = len(value["items"])
        item = {"sku": f"A-{n}", "quantity": n, "price": n * 1.25, "note": "a plain text, as it is", "tags": ["new", "sale"]}
        value["items"].append(item)
    return value


def broken(size):
    """The same document, broken in the ways that models break it."""
    text = json.dumps(document(size), ensure_ascii=False)
    yield "trailing comma", text[:-1] + ",}"
    yield "missing comma", text.replace('true, "mode"', 'true "mode"')
    yield "cut off", text[: len(text) * 3 // 4]
    yield "unquoted key", text.replace('"path"', "path")
    yield "fence and prose", f"Here it is:\n```json\n{text}\n```\nDone."
    yield "Python", repr(document(size))
    yield "inner quotes", text.replace('\\"it is up\\"', '"it is up"')
    yield "comment", text.replace('"items"', '// these\n"items"')


def valid(size):
    """The same document as it should be."""
    yield "valid", json.dumps(document(size))
    yield "valid, indented", json.dumps(document(size), indent=2)


def medians(functions, text):
    """Microseconds of one call of each function: the median of all turns."""
    times = {name: [] for name in functions}
    once = {}
    for name, function in functions.items():
        start = time.process_time()
        function(text)
        once[name] = max(time.process_time() - start, 1e-7)
    for _ in range(TURNS):
        for name, function in functions.items():
            calls = max(1, int(SECONDS / TURNS / len(functions) / once[name]))
            start = time.process_time()
            for _ in range(calls):
                function(text)
            times[name].append((time.process_time() - start) / calls)
    return {name: statistics.median(all) * 1e6 for name, all in times.items()}


def table(functions, texts, promise):
    """Measures and prints a row for each text at each size, and what the others take at each, in multiples of the first; returns
    what was promised and missed."""
    first, *others = functions
    print("| text | bytes | " + " | ".join(f"{name}, µs" for name in functions) + " |")
    print("|---|--:|" + "--:|" * len(functions))
    missed, multiples = [], {}
    for size, length in SIZES.items():
        for label, text in texts(length):
            times = medians(functions, text)
            for name in others:
                multiples.setdefault((size, name), []).append(times[name] / times[first])
            print(f"| {size}, {label} | {len(text.encode())} | " + " | ".join(f"{times[name]:.1f}" for name in functions) + " |")
            for name in others:
                missed += [f"{size}, {label}: {said}" for said in promise(name, times[first], times[name])]
    for (size, name), all in multiples.items():
        print(f"{size}: {name} takes {min(all):.1f} to {max(all):.1f} times as long as {first}")
    return missed


def on_broken(name, ours, theirs):
    """What a broken text says of the promise beside this library."""
    if name in AT_LEAST and theirs < AT_LEAST[name] * ours:
        yield f"{name} takes {theirs / ours:.2f} times as long, promised are {AT_LEAST[name]}"


def on_valid(name, ours, theirs):
    """What a valid text says of the promise beside this library."""
    if name in AT_MOST and ours > AT_MOST[name] * theirs:
        yield f"jmend takes {ours / theirs:.2f} times as long as {name}, promised are {AT_MOST[name]}"


def main():
    repairs = {
        "jmend": jmend.loads,
        "fast_json_repair": fast_json_repair.loads,
        "json_repair": json_repair.loads,
    }
    print("\nBroken texts\n")
    missed = table(repairs, broken, on_broken)
    print("\nValid texts\n")
    missed += table({"jmend": jmend.loads, "orjson": orjson.loads, "json": json.loads}, valid, on_valid)
    for line in missed:
        print(f"slower than promised: {line}")
    sys.exit(bool(missed))


if __name__ == "__main__":
    main()
