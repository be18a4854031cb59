"""How fast `jmend.loads` is beside others, on broken and on valid texts: prints a table, and fails where it is slower than promised.

    python python/benches/speed.py [SECONDS]

Needs `json_repair`, `fast_json_repair` and `orjson` in the same environment, and the module as a release builds it:
`MATURIN_PEP517_ARGS="--profile release" pip install ./python`. Each row is measured in turns, the least time of all turns
counts, and it is time of the processor, so what else the machine does changes little.
"""

import json
import sys
import time

import fast_json_repair
import json_repair
import orjson

import jmend

SECONDS = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0
"""How long each text is measured."""
TURNS = 15

AT_LEAST = {"json_repair": 40, "fast_json_repair": 2}
"""How many times faster than these `jmend.loads` must be on broken texts, by the geometric mean of all texts."""
AT_MOST = {"orjson": 3}
"""How many times the time of these it may take on valid texts of 1 KB."""


def document(items):
    """A call as models write it, with so many items: five of them are 1 KB."""
    return {
        "name": "write_file",
        "arguments": {
            "path": "src/app.py",
            "content": 'def main():\n    print("it is up")\n\n\nmain()\n',
            "overwrite": True,
            "mode": None,
        },
        "items": [
            {"sku": f"A-{n}", "quantity": n, "price": n * 1.25, "note": "a plain text, as it is", "tags": ["new", "sale"]}
            for n in range(items)
        ],
        "unicode": "Grüße, 漢字",
    }


def broken(items):
    """The same document, broken in the ways that models break it."""
    text = json.dumps(document(items), ensure_ascii=False)
    yield "trailing comma", text[:-1] + ",}"
    yield "missing comma", text.replace('true, "mode"', 'true "mode"')
    yield "cut off", text[: len(text) * 3 // 4]
    yield "unquoted key", text.replace('"path"', "path")
    yield "fence and prose", f"Here it is:\n```json\n{text}\n```\nDone."
    yield "Python", repr(document(items))
    yield "inner quotes", text.replace('\\"it is up\\"', '"it is up"')
    yield "comment", text.replace('"items"', '// these\n"items"')


def least(functions, text):
    """Microseconds of one call of each function: the least of all turns."""
    best = dict.fromkeys(functions, float("inf"))
    once = {}
    for name, function in functions.items():
        start = time.process_time()
        function(text)
        once[name] = time.process_time() - start
    for _ in range(TURNS):
        for name, function in functions.items():
            calls = max(1, int(SECONDS / TURNS / len(functions) / once[name]))
            start = time.process_time()
            for _ in range(calls):
                function(text)
            best[name] = min(best[name], (time.process_time() - start) / calls)
    return {name: seconds * 1e6 for name, seconds in best.items()}


def table(functions, texts):
    """Measures and prints every row; the geometric means of how many times each takes that of the first."""
    first, *others = functions
    print("| text | bytes | " + " | ".join(f"{name}, µs" for name in functions) + " |")
    print("|---|--:|" + "--:|" * len(functions))
    product = dict.fromkeys(others, 1.0)
    for label, text in texts:
        times = least(functions, text)
        print(f"| {label} | {len(text.encode())} | " + " | ".join(f"{times[name]:.1f}" for name in functions) + " |")
        for name in others:
            product[name] *= times[name] / times[first]
    return {name: product[name] ** (1 / len(texts)) for name in others}


def main():
    failed = []
    repairs = {
        "jmend": jmend.loads,
        "fast_json_repair": fast_json_repair.loads,
        "json_repair": json_repair.loads,
    }
    kilobyte = next(items for items in range(1, 99) if len(json.dumps(document(items))) >= 1000)
    for title, items in (("1 KB", kilobyte), ("8 KB", 8 * kilobyte)):
        print(f"\nBroken texts of {title}\n")
        for name, times in table(repairs, list(broken(items))).items():
            print(f"\n{name} takes {times:.1f} times as long as jmend (at least {AT_LEAST[name]})", end="")
            if times < AT_LEAST[name]:
                failed.append(f"{name} on broken texts of {title}: {times:.1f}")
        print()
    print("\nValid texts\n")
    reads = {"jmend": jmend.loads, "orjson": orjson.loads, "json": json.loads}
    text = json.dumps(document(kilobyte))
    for name, times in table(reads, [("1 KB", text), ("1 KB, indented", json.dumps(document(kilobyte), indent=2))]).items():
        print(f"\njmend takes {1 / times:.2f} times as long as {name}", end="")
        if name in AT_MOST:
            print(f" (at most {AT_MOST[name]})", end="")
            if 1 / times > AT_MOST[name]:
                failed.append(f"{name} on valid texts: {1 / times:.2f}")
    print()
    table(reads, [("100 KB", json.dumps(document(100 * kilobyte)))])
    for line in failed:
        print(f"slower than promised: {line}")
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
