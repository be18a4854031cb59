"""How fast a sidecar answers, and what memory it takes in the long run.

usage: measure.py JMEND [RECORDS]. Latency and throughput of the bare pipe and of the client, on calls of about 150
bytes that are mended; then the memory of jmend over RECORDS (1000000) records. `node measure.mjs JMEND` measures the
client for Node.
"""
import asyncio
import json
import statistics
import subprocess
import sys
import threading
import time

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
    tenth = statistics.quantiles(seconds, n=100)
    print(
        f"{name:28} median {1e6 * statistics.median(seconds):6.0f} µs, 99th percentile {1e6 * tenth[98]:6.0f} µs, "
        f"{len(seconds) / total:8.0f} answers a second",
        flush=True,
    )


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
    async with Sidecar(JMEND) as jmend:
        seconds = []

        async def client(name):
            for number in range(REQUESTS // count):
                start = time.perf_counter()
                report = await jmend.repair(text(number))
                seconds.append(time.perf_counter() - start)
                assert report["value"]["arguments"]["limit"] == number % 50

        await jmend.repair("{}")
        began = time.perf_counter()
        await asyncio.gather(*map(client, range(count)))
        show(f"Python, {count} clients", seconds, time.perf_counter() - began)


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


pipe()
for count in (1, 4):
    asyncio.run(clients(count))
flat()
