"""The console script is the program: its arguments, streams, statuses, signals."""

import os
import signal
import subprocess
import sys
import time

import jmend
import pytest


def run(program, *arguments, **options):
    return subprocess.run([program, *arguments], capture_output=True, timeout=60, check=False, **options)


def test_it_has_the_version_of_the_module(program):
    done = run(program, "--version")
    assert (done.returncode, done.stdout.decode()) == (0, f"jmend {jmend.__version__}\n")
    module = run(sys.executable, "-m", "jmend", "--version")
    assert module.stdout == done.stdout


@pytest.mark.parametrize(
    ("arguments", "text", "status", "output"),
    [
        (["repair"], b"{'a': 1,}", 0, b'{"a": 1}\n'),
        (["repair", "-q"], b"no", 1, b""),
        (["repair", "--no-such-flag"], b"", 2, b""),
        (["normalize"], b'{"a-b": 1}', 0, b'{"a_b": 1}\n'),
        (["calls"], b'<tool_call>{"name": "f", "arguments": {}}</tool_call>', 0, b'{"name":"f","arguments":{}}\n'),
    ],
)
def test_statuses_and_output_are_those_of_the_program(program, arguments, text, status, output):
    done = run(program, *arguments, input=text)
    assert (done.returncode, done.stdout) == (status, output), done.stderr
    assert b"Traceback" not in done.stderr
    assert (b"error" in done.stderr) == (status == 2)


def test_it_writes_files_whole(program, tmp_path):
    file, name = tmp_path / "out.json", b"in-\xff.json"
    source = os.fsencode(tmp_path) + b"/" + name
    with open(source, "wb") as text:
        text.write(b"[" + b"{'a': 1}," * 100_000 + b"]")
    done = run(program, "repair", "-q", "-o", str(file), source)
    assert (done.returncode, done.stderr) == (0, b"")
    assert file.read_bytes().count(b'{"a": 1}') == 100_000


def test_a_reader_that_has_enough_is_no_error(program):
    text = b"{'a': 1}\n" * 200_000
    shell = 'yes "{\'a\': 1}" | head -n 200000 | "$0" repair --lines -q | head -n 1; echo "${PIPESTATUS[2]}"'
    done = subprocess.run(["bash", "-c", shell, program], capture_output=True, timeout=60, check=False)
    assert done.stdout == b'{"a": 1}\n0\n', done
    assert done.stderr == b"" and text


def test_a_full_device_is_an_error(program):
    if not os.path.exists("/dev/full"):
        pytest.skip("needs /dev/full")
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [program, "repair"], input=b"{'a': 1}", stdout=full, stderr=subprocess.PIPE, timeout=60, check=False
        )
    assert done.returncode == 2 and b"standard output" in done.stderr, done


def test_ctrl_c_ends_it_at_once(program):
    with subprocess.Popen([program, "repair"], stdin=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        time.sleep(1)
        assert process.poll() is None
        process.send_signal(signal.SIGINT)
        assert process.wait(10) == -signal.SIGINT
        assert process.stderr.read() == b""


def test_streams_that_are_closed_are_not_given_to_files(program, tmp_path):
    source = tmp_path / "a.json"
    source.write_text("{'a': 1,}")
    shell = '"$0" repair -q "$1" >&- 2>&-'
    done = subprocess.run(["bash", "-c", shell, program, str(source)], timeout=60, check=False)
    assert done.returncode in (0, 2)
    assert source.read_text() == "{'a': 1,}"


def test_a_filter_runs_in_this_environment(program, tmp_path):
    # A child that bounds the filter is this program once more, which the interpreter alone does not find.
    (tmp_path / "jmend.py").write_text("raise SystemExit('the wrong module')")
    for start in ([program], [sys.executable, "-P", "-m", "jmend"] if sys.version_info >= (3, 11) else [program]):
        done = subprocess.run(
            [*start, "query", "-c", ".a"], input=b'{"a": [1]}', capture_output=True, timeout=60, check=False, cwd=tmp_path
        )
        assert (done.returncode, done.stdout, done.stderr) == (0, b"[1]\n", b""), done
        late = run(*start, "query", "-n", "--timeout", "200", "def f: f; f")
        assert late.returncode == 1 and b"takes more than 200 ms" in late.stderr


def test_commands_end_with_a_program_that_is_killed(program, tmp_path):
    noted = tmp_path / "pid"
    tool = f"slow=sh -c 'echo $$ > {noted}; sleep 60'"
    call = '{"program": {"op": "call", "tool": "slow", "args": {}}}'
    with subprocess.Popen([program, "eval-json", "--tool-command", tool, "--expr", call]) as process:
        deadline = time.monotonic() + 20
        while not (noted.exists() and noted.read_text().strip()) and time.monotonic() < deadline:
            time.sleep(0.05)
        process.kill()
    tool_id = int(noted.read_text())
    while time.monotonic() < deadline:
        try:
            os.kill(tool_id, 0)
        except ProcessLookupError:
            return
        time.sleep(0.05)
    pytest.fail("the command of a killed program still runs")
