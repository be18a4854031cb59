#!/usr/bin/env python3
"""Twenty processes write, read and collect one cache directory.

    cache.py PROGRAM SECONDS

Every result says whose it is from its first to its last byte, so a wrong answer or a partial file is seen. The writers
bound the directory at 2 MB, the collectors at half of that; the end checks every file, and the size.
"""

import json
import os
import random
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

LIMIT = 2_000_000
CALLS = 40


def text(number):
    return "[" + f"{number}," * 20_000 + str(number) + "]"


def main():
    program, seconds = sys.argv[1], float(sys.argv[2])
    results = {number: text(number) for number in range(CALLS)}
    end = time.monotonic() + seconds
    with tempfile.TemporaryDirectory() as folder:
        cache = os.path.join(folder, "cache")
        counts = {"stored": 0, "hits": 0, "misses": 0, "collected": 0, "listed": 0}

        def run(words, given=""):
            return subprocess.run([program, *words], input=given, capture_output=True, text=True)

        def work(worker):
            chance = random.Random(worker)
            while time.monotonic() < end:
                number = chance.randrange(CALLS)
                call = ["--tool", "t", "--args", json.dumps({"n": number}), "--cache-dir", cache]
                if worker % 5 == 0:
                    done = run(["cache", "gc", "--cache-dir", cache, "--max-size", str(LIMIT // 2)])
                    assert done.returncode == 0, done.stderr
                    counts["collected"] += json.loads(done.stdout)["removed"]
                elif worker % 5 == 1:
                    done = run(["cache", "ls", "--cache-dir", cache])
                    assert done.returncode == 0, done.stderr
                    for line in done.stdout.splitlines():
                        listed = json.loads(line)
                        assert "tool" not in listed or listed["bytes"] == len(results[listed["args"]["n"]]), line
                    counts["listed"] += 1
                elif worker % 5 == 2:
                    done = run(["cache", "get", *call])
                    assert done.returncode in (0, 1), done.stderr
                    if done.returncode == 0:
                        assert done.stdout == results[number], f"wrong result of {number}"
                        counts["hits"] += 1
                    else:
                        counts["misses"] += 1
                else:
                    done = run(["preview", *call, "--cache-max-size", str(LIMIT)], results[number])
                    assert done.returncode == 0, done.stderr
                    counts["stored"] += 1

        with ThreadPoolExecutor(20) as pool:
            for done in [pool.submit(work, worker) for worker in range(20)]:
                done.result()
        size, files = 0, 0
        for place, _, names in os.walk(cache):
            for name in names:
                path = os.path.join(place, name)
                assert not name.endswith(".tmp"), f"{path} was left"
                size += os.path.getsize(path)
                files += name.endswith(".json")
                if name.endswith(".json"):
                    with open(path, encoding="utf8") as file:
                        assert file.read() in results.values(), f"{path} is no result"
        assert size <= LIMIT, f"{size} bytes are more than {LIMIT}"
        print(f"{seconds:.0f} s, 20 processes: {counts}; {files} results and {size} bytes at the end")


main()
