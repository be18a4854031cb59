"""A million calls leave the memory as it was, and nothing starts a process."""

import gc
import os
import shutil
import subprocess
import sys
import threading

import jmend
import pytest

MOST_GROWTH = 2 << 20
"""Bytes that the resident memory may grow by."""
CALLS = 1_000_000

TEXTS = [
    '{"name": "ls", "arguments": {"path": "/srv", "all": true, "depth": 3}, "ratio": 0.25}',
    "{'name': 'ls', 'arguments': {'path': '/srv', 'all': True,}}",
    "I cannot do that.",
]


def resident():
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def work(first, count):
    for number in range(first, first + count):
        text = TEXTS[number % 3]
        try:
            if number % 100 == 0:
                found = jmend.repair(text)
                found.value, found.fixes, found.text
                jmend.calls("<tool_call>" + text + "</tool_call>")[:]
            else:
                # Each key is another one: what is kept of keys is bounded.
                jmend.loads(text if number % 3 else text.replace("name", f"name{number}"))
        except jmend.JmendError:
            pass


@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="needs /proc")
def test_a_million_calls_leave_the_memory_flat():
    work(0, 50_000)
    gc.collect()
    before = resident()
    work(50_000, CALLS)
    gc.collect()
    grown = resident() - before
    print(f"\n{CALLS} calls: {grown / 1024:.0f} KiB more than before")
    assert grown < MOST_GROWTH


def test_eight_threads_work_at_once():
    threads = [threading.Thread(target=work, args=(number * 10_000, 10_000)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
        assert not thread.is_alive()


@pytest.mark.skipif(shutil.which("strace") is None, reason="needs strace")
def test_nothing_starts_a_process(tmp_path):
    log = tmp_path / "strace"
    script = "import sys; sys.path[:0] = [sys.argv[1]]; import test_memory; test_memory.work(0, 2000)"
    command = ["strace", "-f", "-qq", "-o", str(log), "-e", "trace=execve,execveat,fork,vfork"]
    done = subprocess.run(
        [*command, sys.executable, "-c", script, os.path.dirname(__file__)], capture_output=True, check=False
    )
    if done.returncode != 0 and b"ptrace" in done.stderr:
        pytest.skip("strace may not trace here")
    assert done.returncode == 0, done.stderr.decode()
    lines = [line for line in log.read_text().splitlines() if "exec" in line or "fork" in line]
    # The one is the interpreter itself.
    assert len(lines) == 1 and "execve(" in lines[0], lines
