"""What a command costs: in seconds, or in instructions, which are the same in every run however busy the machine is."""
import os
import re
import subprocess
import time


def spent(command, clock=False):
    """Processor seconds, or seconds by the clock, of one run; `RuntimeError` where it ends with more than 1."""
    begin = time.perf_counter()
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    took = time.perf_counter() - begin
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 1):
        raise RuntimeError(f"{command}: exit {process.returncode}")
    return took if clock else used.ru_utime + used.ru_stime


def instructions(command, text=b""):
    """Instructions of one run that reads `text`, as valgrind counts them; `RuntimeError` where it ends with more than 1."""
    counted = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", *command]
    run = subprocess.run(counted, input=text, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, timeout=600, check=False)
    count = re.search(rb"Collected : (\d+)", run.stderr)
    if run.returncode not in (0, 1) or not count:
        raise RuntimeError(f"{command}: exit {run.returncode}: {run.stderr[-500:].decode(errors='replace')}")
    return int(count[1])
