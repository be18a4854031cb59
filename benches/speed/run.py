#!/usr/bin/env python3
"""jmend beside its peers on the same files: how much processor time each takes, as ratios of one run.

usage: run.py [--jmend PATH] [--small PATH] [--before PATH] [--peers DIR] [--megabytes 32] [-n 5] [--only WORD] [--libraries] [--write]

Makes the files with ../shared/bench/corpora.py. A row is the least processor time (user and system) of n runs that take
turns with those of the peers, per byte of input, so that a busy machine troubles all of them alike; only rows about
threads, latency and start-up go by the clock. --write puts the tables into docs/evidence/performance.md.
--before is an older program that some rows are compared with, and --small is the program built without schemas, for its size:
cargo build --release --no-default-features --features cli --target-dir target/small.
The instructions are those of ../shared/bench/engine/instr.py, which needs valgrind.
The peers are those of ../shared/bench/peers/setup.sh, jq from the system, jaq from crates.io. --libraries runs only the
rows beside what a user would write with a library: benches/speed/peers.py with `--python`, which has orjson and msgspec,
and the crate benches/speed/peers, which it builds.
"""
import argparse
import itertools
import json
import os
import platform
import re
import select
import shlex
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "benches"), str(ROOT / "benches/speed")]
from growth import costs, ratios
from measure import spent

import corpora as of_libraries

BENCH = ROOT / "../shared/bench"
WALK = 'walk(if type=="object" then with_entries(.key |= gsub("-";"_")) else . end)'
SELECT = '[.[]|select(.category=="travel").amount]|add'
# Each record through the library, as its users call it.
JSON_REPAIR = "import sys,json_repair\nfor l in open(sys.argv[1]): json_repair.repair_json(l)"

# Words of several scripts, with letters of one to four bytes.
WORDS = "données façade naïve данные ключ ответ строка τιμή κλειδί 数据 工具 回答 テスト データ बात नाम 🔧 value tool".split()

# Row → file, jmend's arguments, and for each peer its command and the share of the file it gets: one part in so many.
# `strings` files hold the text of each record in a JSON string, for peers that are libraries behind a record protocol.
ROWS = {
    "repair --lines, valid": ("calls.ndjson", ["repair", "--lines"], {"jq -c .": 1, "jaq -c .": 1}),
    "repair --lines, valid, other scripts": ("scripts.ndjson", ["repair", "--lines"], {"jq -c .": 1, "jaq -c .": 1}),
    "repair --lines, 1 % broken": ("mixed.ndjson", ["repair", "--lines"], {"valid": 1}),
    "repair --lines, Python dictionaries": ("repr.ndjson", ["repair", "--lines"], {"json_repair": 4}),
    "repair --lines, broken": ("broken.ndjson", ["repair", "--lines"], {"json_repair": 4}),
    "repair --lines, code with unescaped quotes": ("quoted.ndjson", ["repair", "--lines"], {"broken": 1}),
    "repair, records in JSON, Python dictionaries": ("repr.strings", ["repair", "--framing", "strings"], {"jsonrepair_rs": 1, "llm_json": 1}),
    "repair, records in JSON, broken": ("broken.strings", ["repair", "--framing", "strings"], {"jsonrepair_rs": 1, "llm_json": 1}),
    "repair --at, one string in ten broken": ("chats.ndjson", ["repair", "--at", "/choices/*/message/tool_calls/*/function/arguments"], {"--lines, valid": 1}),
    "calls": ("chats.ndjson", ["calls", "--lines"], {}),
    "normalize": ("calls.ndjson", ["normalize"], {"jq -c .": 1, "jaq -c .": 1, "jq walk": 16, "jaq walk": 16}),
    "cache-key": ("args.ndjson", ["cache-key", "search"], {"jq -cS .": 1}),
    "preview": ("rows.json", ["preview", "--tool", "t", "--args", "{}"], {"jq length": 1, "jaq length": 1}),
    "eval-json": ("rows.json", ["eval-json", "--timeout", "60000", "--let", "data=@{file}", "{folder}/sum.ptc.json"], {"jq sum": 1, "jaq sum": 1}),
}
RECORD_ROWS = [row for row, (_, arguments, _) in ROWS.items() if arguments[0] not in ("preview", "eval-json")]


# Row → file of corpora.py, jmend's arguments, and the peer: a task of peers.py or of the crate, or jmend with other arguments.
ORDER = "repair --lines --tools {folder}/tools.json --tool order"
LIBRARY_ROWS = {
    "calls, answers of APIs": ("answers.ndjson", "calls --lines", "Python + orjson", "python answers"),
    "calls --with-content, answers of APIs": ("answers.ndjson", "calls --lines --with-content", "calls", "jmend calls --lines"),
    "calls, one bare call a line": ("bare.ndjson", "calls --lines", "Python + orjson", "python bare"),
    "calls, text with tags": ("hermes.strings", "calls --framing strings", "Python re + orjson", "python hermes"),
    "--tools, nothing to coerce": ("fits.ndjson", ORDER, "msgspec", "python orders"),
    "--tools, three members to coerce": ("coerced.ndjson", ORDER, "msgspec", "python orders"),
    "cache-key, small arguments": ("args.ndjson", "cache-key t", "serde_json + sha2", "rust keys"),
    "cache-key, real arguments": ("real.ndjson", "cache-key t", "serde_json + sha2", "rust keys"),
    "cache-key, code in strings": ("large.ndjson", "cache-key t", "serde_json + sha2", "rust keys"),
    "normalize --canonical, small": ("args.ndjson", "normalize --canonical", "cache-key --text", "jmend cache-key --text t"),
    "repair, numbers (GeoJSON)": ("map.json", "repair", "jiter", "rust numbers"),
    "check, human format": ("broken.ndjson", "check --lines", "repair --lines", "jmend repair --lines"),
}
VARIANTS = {"as they come": "", "keys shuffled": ".shuffled", "mixed shapes": ".mixed"}


def libraries(options, folder):
    """Each row on three files beside its peer. A program or interpreter that starts does no work: what the same command takes
    for the first line alone is subtracted."""
    crate = ROOT / "benches/speed/peers"
    subprocess.run(["cargo", "build", "--release", "--quiet", "--target-dir", str(crate / "target")], cwd=crate, check=True)
    programs = {
        "jmend": [options.jmend],
        "python": [options.python, str(ROOT / "benches/speed/peers.py")],
        "rust": [str(crate / "target/release/speed_peers")],
    }
    lines = [f"| row | beside | {' | '.join(VARIANTS)} |", f"|---|---|{'--:|' * len(VARIANTS)}"]
    for row, (name, arguments, beside, peer) in LIBRARY_ROWS.items():
        if options.only and options.only not in row:
            continue
        program, *task = peer.split()
        mine = [options.jmend, *shlex.split(arguments.format(folder=folder)), "-j1"]
        commands = {"": mine, beside: [*programs[program], *task, *(["-j1"] if program == "jmend" else [])]}
        cells = []
        for variant in VARIANTS.values():
            file = folder / f"{name}{variant}"
            if not file.exists():
                cells.append("")
                continue
            first = folder / "first"
            with open(file, "rb") as whole:
                first.write_bytes(b"[0]\n" if name == "map.json" else whole.readline())
            best = {key: [float("inf")] * 2 for key in commands}
            for _ in range(options.n):
                for key, command in commands.items():
                    took = [spent([*command, str(path)]) for path in (file, first)]
                    best[key] = [min(pair) for pair in zip(best[key], took, strict=True)]
            net = {key: max(took - start, 1e-6) for key, (took, start) in best.items()}
            cells.append(f"{file.stat().st_size / net[''] / 1e6:.0f} MB/s, {net[beside] / net['']:.2f} x")
        lines.append(f"| {row} | {beside} | {' | '.join(cells)} |")
        print(lines[-1], file=sys.stderr, flush=True)
    return lines


def peer_command(peer, file, options):
    """The peer's command for a file."""
    filters = {"walk": WALK, "length": "length", "sum": SELECT}
    tool, _, what = peer.partition(" ")
    if peer == "--lines, valid":
        return [options.jmend, "repair", "--lines", "-j1", file.replace("chats", "fine-chats")]
    if peer == "broken":
        return [options.jmend, "repair", "--lines", "-j1", file.replace("quoted", "broken")]
    if peer == "valid":
        return [options.jmend, "repair", "--lines", "-j1", file.replace("mixed", "calls")]
    if tool in ("jq", "jaq"):
        return [tool, *(["-c"] if what == "walk" else []), *(what.split() if what[0] == "-" else [filters[what]]), file]
    if peer == "json_repair":
        return [f"{options.peers}/venv/bin/python", "-c", JSON_REPAIR, file]
    return ["sh", "-c", f'exec "{options.peers}/rust/target/release/rust_peers" --peer {peer} < "{file.replace("strings", "records")}"']


def head(file, share):
    """A file of whole lines from the beginning of another one."""
    if share == 1:
        return file
    part = f"{file}.{share}"
    if not os.path.exists(part):
        left = os.path.getsize(file) // share
        with open(file, "rb") as whole, open(part, "wb") as out:
            for line in whole:
                out.write(line)
                left -= len(line)
                if left <= 0:
                    break
    return part


def peak(command):
    """The most memory a run takes, in bytes; measured from a small process, for a child begins with its parent's."""
    script = "import os,subprocess,sys;p=subprocess.Popen(sys.argv[1:],stdout=-3,stderr=-3);print(os.wait4(p.pid,0)[2].ru_maxrss)"
    return 1024 * int(subprocess.run([sys.executable, "-Sc", script, *command], capture_output=True, text=True, check=True).stdout)


def corpora(options, folder):
    """Writes all files; those that are there already stay."""
    if not (folder / "sum.ptc.json").exists():
        subprocess.run([sys.executable, str(BENCH / "corpora.py"), str(folder), str(options.megabytes)], check=True)
    scripts = (" ".join(WORDS[(at * step) % len(WORDS)] for step in range(1, 60)) for at in itertools.count(1))
    with open(folder / "scripts.ndjson", "wb") as out:
        while out.tell() < options.megabytes * 1_000_000:
            out.write(json.dumps({"id": out.tell(), "text": next(scripts)}, ensure_ascii=False).encode() + b"\n")
    for name, broken in (("fine-chats", 0), ("chats", 10)):
        with open(folder / f"{name}.ndjson", "wb") as out:
            subprocess.run([sys.executable, str(ROOT / "benches/at/chats.py"), str(options.megabytes), str(broken)], stdout=out, check=True)
    for name in ("repr", "broken"):
        lines = (folder / f"{name}.ndjson").read_text(encoding="utf-8").split("\n")[:-1]
        (folder / f"{name}.strings").write_text("".join(json.dumps(line) + "\n" for line in lines))
        records = (json.dumps({"id": str(at), "input": line}) + "\n" for at, line in enumerate(lines))
        (folder / f"{name}.records").write_text("".join(records))


def mine(row, folder, options, jobs=1):
    name, arguments, _ = ROWS[row]
    file = f"{folder}/{name}"
    rest = [argument.format(file=file, folder=folder) if "{f" in argument else argument for argument in arguments]
    threads = [] if arguments[0] in ("preview", "eval-json") else [f"-j{jobs}"]
    return [options.jmend, *rest, *threads, *([] if arguments[0] == "eval-json" else [file])], file


def throughput(options, folder):
    lines = ["| row | MB/s | beside |", "|---|--:|---|"]
    for row, (_, _, peers) in ROWS.items():
        if options.only and options.only not in row:
            continue
        command, file = mine(row, folder, options)
        # Some files hold a quarter of what is asked for, because of slow peers: jmend gets those four times.
        again = max(1, round(options.megabytes * 1_000_000 / os.path.getsize(file)))
        command += [file] * (again - 1)
        parts = {peer: head(file, share) for peer, share in peers.items()}
        commands = {peer: peer_command(peer, part, options) for peer, part in parts.items()}
        # Some peers get another file than the part.
        read = {peer: command[-1] if os.path.exists(command[-1]) else parts[peer] for peer, command in commands.items()}
        sizes = {peer: os.path.getsize(file) for peer, file in read.items()}
        best = {"": float("inf"), **dict.fromkeys(peers, float("inf"))}
        for _ in range(options.n):
            best[""] = min(best[""], spent(command) / again / os.path.getsize(file))
            for peer, other in commands.items():
                best[peer] = min(best[peer], spent(other) / sizes[peer])
        beside = ", ".join(f"{best[peer] / best['']:.1f} x {peer}" for peer in peers)
        if row == "cache-key":
            with open(file, "rb") as calls:
                beside += f"; {sum(1 for _ in calls) / best[''] / os.path.getsize(file):,.0f} calls a second"
        lines.append(f"| {row} | {1e-6 / best['']:.0f} | {beside} |")
        print(lines[-1], file=sys.stderr, flush=True)
    return lines


def together(commands):
    """Seconds by the clock until all of these have ended."""
    begin = time.perf_counter()
    running = [subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) for command in commands]
    if any(process.wait() not in (0, 1) for process in running):
        raise RuntimeError(f"{commands[0]} failed")
    return time.perf_counter() - begin


def threads(options, folder):
    """Records can be shared out where each line is one: `--lines` for the commands that read streams of JSON. The files are
    those of the other rows, named over and over, so that the start of a process does not count as work that cannot be shared.
    Two programs with `-j1` at once share nothing: what they are faster than one after the other is what the machine has."""
    shared, apart = [], []
    for row in RECORD_ROWS:
        again = -(-4 * options.megabytes * 1_000_000 // (folder / ROWS[row][0]).stat().st_size)
        arguments = ROWS[row][1]
        more = ["--lines"] if arguments[0] != "repair" and "--lines" not in arguments else []
        best = dict.fromkeys(("one", "shared", "two"), float("inf"))
        # Three times as many rounds: where something else runs on one of two cores, threads lose more than a program alone.
        for _ in range(3 * options.n):
            for way in best:
                command, file = mine(row, folder, options, 2 if way == "shared" else 1)
                command += [file] * (again - 1) + more
                best[way] = min(best[way], together([command] * (2 if way == "two" else 1)))
        shared.append(best["one"] / best["shared"])
        apart.append(2 * best["one"] / best["two"])
        print(f"{row}: {shared[-1]:.2f} x, {apart[-1]:.2f} x", file=sys.stderr, flush=True)
    return [f"On two cores, `-j2` is {min(shared):.2f} to {max(shared):.2f} times as fast as `-j1`, by the clock, on the rows with "
            f"records;", f"two programs with `-j1` at once reach {min(apart):.2f} to {max(apart):.2f}."]


def growth(options):
    """What four times the text costs, for documents of 1, 4 and 16 MB that are large in one way."""
    found = {name: ratios(took) for name, took in costs(options.jmend, [1, 4, 16])}
    worst = max((max(each), name) for name, each in found.items() if each)
    return GROWTH.format(count=len(found), worst=f"{worst[0]:.1f} ({worst[1]})")


def start(options, folder):
    (folder / "empty.json").write_text("{}\n")
    commands = {"jmend repair": [options.jmend, "repair"], "jmend normalize": [options.jmend, "normalize"], "jq": ["jq", "-c", "."], "jaq": ["jaq", "-c", "."]}
    best = dict.fromkeys(commands, float("inf"))
    for _ in range(20 * options.n):
        for name, command in commands.items():
            best[name] = min(best[name], spent([*command, str(folder / "empty.json")], clock=True))
    return ["| start on `{}` | ms |", "|---|--:|", *(f"| {name} | {1000 * took:.1f} |" for name, took in best.items())]


def latency(options):
    """Milliseconds from a record in to its answer out, through one long-lived process: median and worst of a hundred."""
    took = []
    with subprocess.Popen([options.jmend, "repair", "--lines"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        for at in range(200):
            begin = time.perf_counter()
            os.write(process.stdin.fileno(), b"{'id': %d, 'ok': True,}\n" % at)
            select.select([process.stdout], [], [])
            os.read(process.stdout.fileno(), 1 << 16)
            took.append(1000 * (time.perf_counter() - begin))
        process.stdin.close()
    took = sorted(took[100:])
    return f"One record through a long-lived pipe: {statistics.median(took):.2f} ms (median of 100), {took[-1]:.2f} ms at worst."


def memory(options, folder):
    """How many times its size a broken document takes at the peak."""
    row = '{"id": %d, "name": "user %d", "tags": ["a", "b"], "ok": true}'
    single = row.replace('"', "'")
    kinds = {"a comma too many at the end": (row, b",]", 1000), "cut off": (row, b', {"id": 1, "na', 1000),
             "single quotes throughout": (single, b"]", 1000), "Python's words and quotes": (single.replace("true", "True"), b"]", 1000),
             "a comma too many in each row": (row.replace("}", ",}"), b"]", 200), "a comma missing in each row": (row.replace(', "ok"', ' "ok"'), b"]", 200),
             "quotes inside a string of each row": (row.replace("user", 'a "user"'), b"]", 200)}
    lines = ["| a document with | of | peak memory, of its size |", "|---|--:|--:|"]
    for name, (row, end, megabytes) in kinds.items():
        file, block = folder / "document.json", ", ".join(row % (at, at) for at in range(15_000)).encode()
        with open(file, "wb") as out:
            out.write(b"[" + block)
            for _ in range(megabytes * 1_000_000 // len(block)):
                out.write(b", " + block)
            out.write(end)
        size = file.stat().st_size
        lines.append(f"| {name} | {size / 1e6:,.0f} MB | {peak([options.jmend, 'repair', '--max-bytes', '0', str(file)]) / size:.2f} x |")
        file.unlink()
    return lines


def valid_documents(options, folder):
    """How much memory a valid document takes that is in a file."""
    commands = {"repair": ("repair", 1000), "normalize --canonical": ("normalize --canonical", 200),
                "normalize --sort-keys": ("normalize --sort-keys", 200), "repair --sort-keys": ("repair --sort-keys", 200)}
    row = '{"id": %d, "name": "user %d", "tags": ["a", "b"], "ok": true}'
    block = ", ".join(row % (at, at) for at in range(15_000)).encode()
    lines = ["| command, for a valid document in a file | of | peak memory | of its size |", "|---|--:|--:|--:|"]
    for name, (command, megabytes) in commands.items():
        file = folder / "document.json"
        with open(file, "wb") as out:
            out.write(b"[" + b", ".join([block] * (megabytes * 1_000_000 // len(block))) + b"]")
        size, took = file.stat().st_size, peak([options.jmend, *command.split(), "--max-bytes", "0", str(file)])
        lines.append(f"| {name} | {size / 1e6:,.0f} MB | {took / (1 << 20):.0f} MiB | {took / size:.2f} x |")
        file.unlink()
    return lines


# The rows that an older program may not be faster in, by 3 %.
KEPT = ["repair --lines, valid", "normalize", "preview", "repair --lines, Python dictionaries", "repair --lines, broken"]


def before(options, folder):
    """What an older program takes for the same rows, in turns and without the time of a start."""
    lines = ["| row | MB/s before | MB/s now | now, of before |", "|---|--:|--:|--:|"]
    for row in KEPT:
        command, file = mine(row, folder, options)
        size = os.path.getsize(file)
        again = max(1, round(options.megabytes * 1_000_000 / size))
        best = dict.fromkeys(itertools.product((options.before, options.jmend), (1, again + 1)), float("inf"))
        for _ in range(2 * options.n):
            for program, times in best:
                best[program, times] = min(best[program, times], spent([program, *command[1:-1], *[file] * times]))
        rate = {program: again * size / (best[program, again + 1] - best[program, 1]) / 1e6 for program, times in best if times == 1}
        lines.append(f"| {row} | {rate[options.before]:.0f} | {rate[options.jmend]:.0f} | {rate[options.jmend] / rate[options.before]:.2f} |")
        print(lines[-1], file=sys.stderr, flush=True)
    return lines


INSTRUCTIONS = """Instructions of the processor for each byte of input, which no other program on the machine changes: documents like the
arguments of a tool, with one slip at a random place, or with one in every string, key, or object (`_all`). `valid` has none.
`benches/speed/run.py --instructions --write` makes this table alone; it is of jmend {version}, commit {commit}."""


def instructions(options):
    """Counts what a repair costs by kind of damage and size, with callgrind."""
    told = subprocess.run([sys.executable, str(BENCH / "engine/instr.py"), "--jmend", options.jmend], capture_output=True, text=True, check=True)
    rows = [line.split() for line in told.stdout.splitlines()[1:-1]]
    head = INSTRUCTIONS.format(version=version([options.jmend, "--version"]), commit=commit())
    table = ["| damage | 1,000 bytes | 100,000 bytes |", "|---|--:|--:|", *(f"| `{kind}` | {' | '.join(figures)} |" for kind, *figures in rows)]
    return head + "\n\n" + "\n".join(table)


def commit():
    """The commit of the tree, which is that of the program."""
    told = subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=True)
    return told.stdout.strip()


def with_instructions(page, section):
    """The page with another section of instructions, which stands before the one of speed."""
    before, _, after = page.partition("MB/s are megabytes of input")
    return before.partition("Instructions of the processor")[0] + section + "\n\nMB/s are megabytes of input" + after


def version(command, pattern=r"\d[\w.]*"):
    """The version that a program tells."""
    return re.search(pattern, subprocess.run(command, capture_output=True, text=True, check=True).stdout).group()


def versions(options):
    lock = (Path(options.peers) / "rust/Cargo.lock").read_text()
    crates = {name: re.search(rf'name = "{name}"\nversion = "([^"]+)"', lock).group(1) for name in ("jsonrepair-rs", "llm_json")}
    library = version([f"{options.peers}/venv/bin/python", "-c", "import importlib.metadata as m; print(m.version('json_repair'))"])
    programs = {"jmend": f"{version([options.jmend, '--version'])} (commit {commit()})", "jq": version(["jq", "--version"]), "jaq": version(["jaq", "--version"]), "json_repair": library, **crates}
    return ", ".join(f"{name} {version}" for name, version in programs.items()) + f", Python {platform.python_version()}"


LIBRARIES = """Beside what a user would write with the best library at hand, without the time that a program or interpreter takes to
start, on records as they come, with the members of each object in another order, and of several shapes in turn."""

SPEED = """MB/s are megabytes of input per second of processor time on one thread. *5.0 x jq* means that jq takes five times as long.
`valid` and `--lines, valid` are jmend on the same records, all valid. For slow peers the files are a quarter of the size,
and jmend reads them four times."""

BEFORE = "Beside {version}, on the same files in turns, without the time of a start:"

GROWTH = """## How cost grows

`benches/growth.py` takes {count} patterns that are large in one way, such as rows, depth, keys, or numbers, with 1, 4, and 16 MB.
Four times the text takes four times the work. By processor time the largest ratio is {worst}, because more text no longer
fits into the caches. `../shared/bench/linear.py JMEND --kb 1024,4096,16384 --most 4.6` does the same for patterns that make
other tools slow."""


def machine():
    cpu = re.search(r"model name\s*:\s*(.+)", Path("/proc/cpuinfo").read_text()) if os.path.exists("/proc/cpuinfo") else None
    return f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores, {cpu.group(1) if cpu else platform.processor()}"


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--jmend", default=str(ROOT / "target/release/jmend"))
    arguments.add_argument("--small")
    arguments.add_argument("--before", type=os.path.abspath, help="an older program, to compare with")
    arguments.add_argument("--before-name", default="the version before", help="what the page calls it")
    arguments.add_argument("--peers", default=str(ROOT / "peers-run"))
    arguments.add_argument("--megabytes", type=int, default=32)
    arguments.add_argument("-n", type=int, default=5)
    arguments.add_argument("--only")
    arguments.add_argument("--libraries", action="store_true", help="only the rows beside libraries")
    arguments.add_argument("--instructions", action="store_true", help="only the table of instructions")
    arguments.add_argument("--python", default=sys.executable, help="an interpreter that has orjson and msgspec")
    arguments.add_argument("--corpora", type=Path, help="keep the files here")
    arguments.add_argument("--write", action="store_true", help="put the tables into docs/evidence/performance.md")
    options = arguments.parse_args()
    options.jmend = os.path.abspath(options.jmend)
    options.peers = os.path.abspath(options.peers)
    os.environ["PATH"] = f"{options.peers}/bin:{os.environ['PATH']}"
    if not BENCH.exists():
        sys.exit(f"{BENCH} is not there: the files come from it")
    if options.instructions:
        section = instructions(options)
        path = ROOT / "docs/evidence/performance.md"
        return path.write_text(with_instructions(path.read_text(encoding="utf-8"), section)) if options.write else print(section)
    if not options.libraries and not (shutil.which("jq") and shutil.which("jaq")):
        sys.exit("jq and jaq are what jmend is compared with: install them first")
    with tempfile.TemporaryDirectory() as folder:
        folder = options.corpora or Path(folder)
        folder.mkdir(parents=True, exist_ok=True)
        corpora(options, folder)
        of_libraries.write(folder, options.megabytes)
        beside = "\n".join(libraries(options, folder))
        if options.libraries:
            return print(beside)
        parts = [SPEED, "\n".join(throughput(options, folder)), LIBRARIES, beside]
        if not options.only:
            parts.insert(0, instructions(options))
            size = f"The program is {os.path.getsize(options.jmend) / 1e6:.1f} MB"
            if options.small:
                size += f", and {os.path.getsize(options.small) / 1e6:.1f} MB without schemas (`--no-default-features --features cli`)"
            tables = (threads(options, folder), start(options, folder), valid_documents(options, folder), memory(options, folder))
            parts += ["\n".join(table) for table in tables]
            if options.before:
                parts += [BEFORE.format(version=options.before_name), "\n".join(before(options, folder))]
            parts += [latency(options), f"{size}.", growth(options)]
    small = " --small target/small/release/jmend" if options.small else ""
    page = "\n\n".join([
        "# Performance",
        "Instructions, and processor time on the same files beside other programs. `benches/speed/run.py --write` writes this page; do not edit.",
        f"    benches/speed/run.py --megabytes {options.megabytes} -n {options.n}{small} --write",
        f"{versions(options)}.\n{machine()}, load {os.getloadavg()[0]:.0f} while it ran.",
        *parts,
    ]) + "\n"
    if options.write:
        (ROOT / "docs/evidence/performance.md").write_text(page, encoding="utf-8")
    else:
        print(page)


if __name__ == "__main__":
    main()
