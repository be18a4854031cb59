"""Runs the job on a local Spark and compares it with one jmend: check.py JMEND LOGS WORK.

LOGS is a folder that make_logs.py wrote; WORK is an empty one. The first worker that reaches partition 5 is killed in
the middle, so that Spark has to try its task again.
"""
import glob
import json
import os
import subprocess
import sys
import time

from pyspark.sql import SparkSession

import repair_logs

# The same as jmend, save that it kills the Python worker it works for, after some output, once.
KILLER = """#!/bin/sh
case "$*" in
*part-00005.json*)
    if mkdir "{work}/killed" 2>/dev/null; then
        head -n 100 | "{jmend}" "$@"
        worker=$(ps -o ppid= -p "$PPID")
        kill -9 $worker
        exit 1
    fi ;;
esac
exec "{jmend}" "$@"
"""


def single(jmend, files, work):
    """What one jmend makes of all logs: reports and metrics."""
    texts = os.path.join(work, "texts.jsonl")
    with open(texts, "w", encoding="utf-8") as out:
        for name in files:
            with open(name, encoding="utf-8") as file:
                out.writelines(json.dumps(json.loads(line)["output"]) + "\n" for line in file)
    reports, stats = os.path.join(work, "single.jsonl"), os.path.join(work, "single.json")
    began = time.monotonic()
    with open(reports, "wb") as out:
        command = [jmend, "repair", "--framing", "strings", "--report", "--quiet", f"--stats={stats}", texts]
        status = subprocess.run(command, stdout=out).returncode
    assert status in (0, 1), status
    print(f"one jmend: {time.monotonic() - began:.1f} s of {os.path.getsize(texts) / 1e6:.0f} MB")
    os.remove(texts)
    return reports, stats


def same(tables, reports):
    """Are the reports of the tables, in order, byte for byte the lines of the file? How many are there?"""
    count = 0
    with open(reports, "rb") as file:
        for row in (row for table in tables for row in table.toLocalIterator()):
            line = file.readline()
            assert row.report.encode() + b"\n" == line, f"row {count}: {row.report[:200]} instead of {line[:200]}"
            count += 1
        assert not file.read(1), f"the table ends after {count} rows"
    return count


def main():
    jmend, logs, work = map(os.path.abspath, sys.argv[1:])
    files = sorted(glob.glob(os.path.join(logs, "*.jsonl")))
    reports, stats = single(jmend, files, work)
    killer = os.path.join(work, "jmend-that-kills")
    with open(killer, "w", encoding="utf-8") as file:
        file.write(KILLER.format(work=work, jmend=jmend))
    os.chmod(killer, 0o755)

    # Each file is one partition; a task may fail three times.
    whole = "spark.hadoop.mapreduce.input.fileinputformat.split.minsize"
    spark = (
        SparkSession.builder.master("local[2,4]")
        .config(whole, str(1 << 40))
        .config("spark.ui.enabled", "false")
        .config("spark.ui.showConsoleProgress", "false")
        .config("spark.sql.files.maxPartitionBytes", str(1 << 40))
        .getOrCreate()
    )
    spark.sparkContext.setLogLevel("OFF")  # a killed worker is expected; what goes wrong is raised here
    spark.sparkContext.addPyFile(repair_logs.__file__)
    for form, name, program in [("parquet", "all", killer), ("json", "one", jmend)]:
        used = files if name == "all" else files[:1]
        words = ["--input", ",".join(used), "--jmend", program, "--format", form]
        folders = {key: os.path.join(work, f"{name}-{key}") for key in ("output", "stats")}
        os.makedirs(folders["stats"])
        began = time.monotonic()
        counts = repair_logs.repair(
            spark, repair_logs.parse([*words, "--output", folders["output"], "--stats", folders["stats"]])
        )
        print(f"Spark, {len(used)} partitions, {form}: {time.monotonic() - began:.1f} s, {counts}")
        if name != "all":
            reports, stats = single(jmend, used, work)
        parts = sorted(glob.glob(os.path.join(folders["output"], f"part-*.{form}*")))
        assert len(parts) == len(used), parts
        tables = (spark.read.schema(repair_logs.COLUMNS).format(form).load(part) for part in parts)
        rows = same(tables, reports)
        assert sum(counts.values()) == rows, counts
        merged = subprocess.run(
            [jmend, "repair", "--merge-stats", *glob.glob(os.path.join(folders["stats"], "*.json"))],
            check=True,
            capture_output=True,
        ).stdout
        with open(stats, "rb") as file:
            assert file.read() == merged, "the merged metrics are others"
        print(f"{rows} reports byte for byte, and metrics, are those of one jmend")
    assert os.path.isdir(os.path.join(work, "killed")), "no worker was killed"
    spark.stop()


main()
