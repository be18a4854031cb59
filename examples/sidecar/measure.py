"""How fast a sidecar answers, what it survives, and what memory it takes in the long run.

usage: measure.py JMEND [RECORDS [HOSTILE]]. Latency and throughput of the bare pipe and of the client, on calls of about
150 bytes that are mended; 1,000 hostile requests (of HOSTILE/inputs.jsonl, and mutations) to one process; the memory of
jmend over RECORDS (1000000) records. `node measure.mjs JMEND` measures the client for Node.

Fails where an answer is not that to its request, where the median of a client is not below a millisecond, where a
hostile request ends the process, or where memory grows by more than a megabyte after the first tenth of the records.
"""
import asyncio
import json
import statistics
import subprocess
import sys
import threading
import time

from check import hostile
from sidecar import COMMAND, Sidecar

JMEND = [sys.argv[1], *COMMAND[1:]]
RECORDS = int(sys.argv[2]) if len(sys.argv) > 2 else 1_000_000
REQUESTS = 10_000


def text(number):
    """A call as models write them, a little broken."""
    return (
        f"{{'name': 'search', 'arguments': {{'query': 'error code {number}, it's new', 'limit': {number % 50}, "
        "'filters': {'host': None, 'level': \"warn\",}, 'since': '2024-01-01'}}"
    )


def line(number):
    return json.dumps(text(number)).encode() + b"\n"


def show(name, seconds, total):
    hundredths = statistics.quantiles(seconds, n=100)
    print(
        f"{name:28} median {1e6 * hundredths[49]:6.0f} µs, 99th percentile {1e6 * hundredths[98]:6.0f} µs, "
        f"{len(seconds) / total:8.0f} answers a second",
        flush=True,
    )
    assert hundredths[49] < 0.001, f"{name}: the median is not below a millisecond"


def pipe():
    """One request at a time, without a client; then as many as the pipe takes."""
    with subprocess.Popen(JMEND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0) as jmend:
        answers = jmend.stdout
        seconds, began = [], time.perf_counter()
        for number in range(REQUESTS):
            start = time.perf_counter()
            jmend.stdin.write(line(number))
            answer = b""
            while not answer.endswith(b"\n"):
                answer += answers.read(1 << 16)
            seconds.append(time.perf_counter() - start)
        show("pipe, one at a time", seconds, time.perf_counter() - began)
    lines = b"".join(map(line, range(20 * REQUESTS)))
    with subprocess.Popen(JMEND, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as jmend:
        began = time.perf_counter()
        feeder = threading.Thread(target=lambda: (jmend.stdin.write(lines), jmend.stdin.close()))
        feeder.start()
        count = sum(1 for _ in jmend.stdout)
        took = time.perf_counter() - began
        print(f"pipe, as many as it takes: {count / took:.0f} answers a second, {len(lines) / took / 1e6:.0f} MB/s")
        feeder.join()


async def clients(count):
    """The requests of so many clients at once: each has its own answers, in order."""
    async with Sidecar(JMEND) as jmend:

        async def client(name):
            seconds = []
            for number in range(name * REQUESTS, name * REQUESTS + REQUESTS // count):
                start = time.perf_counter()
                report = await jmend.repair(text(number))
                seconds.append(time.perf_counter() - start)
                query = report["value"]["arguments"]["query"]
                assert query == f"error code {number}, it's new", (number, query)
            return seconds

        await jmend.repair("{}")
        began = time.perf_counter()
        times = await asyncio.gather(*map(client, range(count)))
        total = time.perf_counter() - began
        for name, seconds in enumerate(times, 1):
            show(f"Python, client {name} of {count}", seconds, total)


def memory(process):
    with open(f"/proc/{process.pid}/status") as file:
        return next(int(row.split()[1]) for row in file if row.startswith("VmRSS"))


def flat():
    """What jmend holds after every tenth of the records, fed as fast as it answers."""
    with subprocess.Popen(JMEND, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as jmend:
        block, held = b"".join(map(line, range(1000))), []

        def feed():
            for _ in range(RECORDS // 1000):
                jmend.stdin.write(block)
            jmend.stdin.close()

        threading.Thread(target=feed).start()
        for number, _ in enumerate(jmend.stdout, 1):
            if number % (RECORDS // 10) == 0:
                held.append(memory(jmend))
        print(f"memory over {number} records, every tenth, in KiB: {held}")
        assert number == RECORDS and max(held) - held[0] <= 1024, held


pipe()
for count in (1, 4):
    asyncio.run(clients(count))
print(f"hostile requests answered by one process: {asyncio.run(hostile(sys.argv[3] if len(sys.argv) > 3 else ''))}")
flat()
