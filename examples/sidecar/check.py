"""What a sidecar promises, tried: order, hostile requests, restart, time-outs, back-pressure, flat memory.

usage: check.py JMEND [HOSTILE]. HOSTILE is a directory with inputs.jsonl. REQUESTS (10000), ATTACKS (1000)
and RECORDS (50000) in the environment say how much. Every failure is an AssertionError.
"""
import asyncio
import base64
import json
import os
import random
import signal
import sys
import time

from sidecar import COMMAND, Sidecar

JMEND = (sys.argv[1], *COMMAND[1:])
REQUESTS, ATTACKS, RECORDS = (
    int(os.environ.get(name, default)) for name, default in [("REQUESTS", 10000), ("ATTACKS", 1000), ("RECORDS", 50000)]
)
PATIENCE = 120.0  # of the sound checks: the machine may be busy


def memory(process):
    """Bytes of memory that a process holds."""
    with open(f"/proc/{process.pid}/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


async def order():
    """Four clients, one process: each gets the answers to its own requests, in their order."""
    async with Sidecar(JMEND, PATIENCE) as jmend:

        async def client(name):
            for number in range(REQUESTS // 4):
                report = await jmend.repair(f"{{'client': {name}, 'number': {number},}}")
                assert report["value"] == {"client": name, "number": number}, report
                assert report["strategy"] != "direct", report

        await asyncio.gather(*map(client, range(4)))
        # And with all that may be on its way at once.
        texts = [f"[{number}" for number in range(1000)]
        reports = await asyncio.gather(*map(jmend.repair, texts))
        assert [report["value"] for report in reports] == [[number] for number in range(1000)]


def attacks(folder):
    """Hostile inputs of at most a megabyte, and mutations of them."""
    seeds = [*(bytes([byte]) * 1000 for byte in b'[{"\\(/*`<'), b'{"a":' * 1000, "\u202e\0é😀\x1b[2J".encode()]
    if folder:
        with open(os.path.join(folder, "inputs.jsonl"), encoding="utf-8") as file:
            seeds += [seed for seed in map(expand, file) if len(seed) <= 1 << 20]
    chance = random.Random(11)
    yield from seeds
    for _ in range(ATTACKS - len(seeds)):
        seed = bytearray(chance.choice(seeds)[: 1 << 16])
        for _ in range(chance.randrange(1, 8)):
            at = chance.randrange(len(seed) + 1)
            seed[at : at + chance.randrange(4)] = chance.choice([b'"', b"{", b"}", b"\\u", b"'", b",", b"\xff", b"\n"])
        yield bytes(seed)


def expand(line):
    """The bytes that one line of inputs.jsonl describes."""
    row = json.loads(line)
    if "input_base64" in row:
        return base64.b64decode(row["input_base64"])
    parts = row["gen"]
    repeat = lambda text: "".join(text.replace("%d", str(n)) if "%d" in text else text for n in range(parts["repeat"]))
    if parts["repeat"] * len(parts["pattern"]) > 1 << 20:
        return b" " * (2 << 20)  # too large for a request here
    text = parts["prefix"] + repeat(parts["pattern"]) + parts["middle"] + repeat(parts["tail"] or "") + parts["suffix"]
    return text.encode("utf-8", "surrogatepass")


async def hostile(folder):
    """Whatever is asked is answered, by the process that was there at the start, and in order."""
    async with Sidecar(JMEND, PATIENCE) as jmend:
        await jmend.repair("{}")
        process, count = jmend.process, 0
        for attack in attacks(folder):
            count += 1
            text = attack.decode("utf-8", "surrogateescape")  # bytes that are no text become halves of pairs
            report, after = await asyncio.gather(jmend.repair(text), jmend.repair(f"[{count}]"))
            assert report["ok"] in (True, False) and ("error" in report) != report["ok"], (text[:80], report)
            assert after["value"] == [count], (text[:80], after)
        assert jmend.process is process and count >= ATTACKS, count
    return count


async def restart():
    """A process that is killed costs nobody an answer; one that cannot be started is an error at once."""
    async with Sidecar(JMEND, PATIENCE) as jmend:
        for number in range(20):
            asked = asyncio.gather(*(jmend.repair(f"[{number}, {n}") for n in range(30)))
            await asyncio.sleep(0.002 * (number % 4))
            if jmend.process:
                jmend.process.kill()
            assert [report["value"][1] for report in await asked] == list(range(30))
            await jmend.repair("1")  # where all were answered before the kill, this meets it
    broken = Sidecar(("false",))
    try:
        raise AssertionError(await broken.repair("1"))
    except ConnectionError:
        pass


async def time_out():
    """A process that does not answer is ended, and the next request has a new one."""
    stuck = Sidecar(("sleep", "60"), timeout=0.2)
    began = time.monotonic()
    try:
        raise AssertionError(await stuck.repair("1"))
    except TimeoutError:
        assert stuck.process is None and time.monotonic() - began < 30
    stuck.command, stuck.timeout = JMEND, PATIENCE
    assert (await stuck.repair("[1"))["value"] == [1]
    await stuck.close()


async def back_pressure():
    """While jmend stands still callers wait, and one text is on its way."""
    async with Sidecar(JMEND, PATIENCE) as jmend:
        await jmend.repair("{}")
        os.kill(jmend.process.pid, signal.SIGSTOP)
        text = "[" + "1," * 500_000
        asked = [asyncio.create_task(jmend.repair(f"{text}{n}")) for n in range(20)]
        await asyncio.sleep(0.3)
        waiting = jmend.process.stdin.transport.get_write_buffer_size()
        assert 0 < waiting <= len(text) + 10 and not any(task.done() for task in asked), waiting
        os.kill(jmend.process.pid, signal.SIGCONT)
        answers = [(await task)["value"][-1] for task in asked]
        assert answers == list(range(20)), answers


async def flat():
    """Memory after many records is what it was after few."""
    async with Sidecar(JMEND, PATIENCE) as jmend:

        async def ask(count):
            for start in range(0, count, 64):
                texts = (f"{{'n': {start + n}, \"text\": 'it's number {n}'" for n in range(min(64, count - start)))
                await asyncio.gather(*map(jmend.repair, texts))
            return memory(jmend.process)

        before = await ask(RECORDS // 10)
        after = await ask(RECORDS - RECORDS // 10)
        assert after - before <= 1 << 20, f"{before} bytes became {after}"
        return f"{before >> 10} KiB after {RECORDS // 10} records, {after >> 10} KiB after {RECORDS}"


async def main():
    folder = sys.argv[2] if len(sys.argv) > 2 else ""
    checks = [order(), hostile(folder), restart(), time_out(), back_pressure()]
    if os.path.exists("/proc/self/statm"):
        checks.append(flat())
    for check in checks:
        print(f"{check.__name__}: {await check or 'held'}", flush=True)


if __name__ == "__main__":
    asyncio.run(main())
