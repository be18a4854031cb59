"""Runs the job on a local cluster of Spark and compares it with one jmend: check.py JMEND LOGS WORK.

LOGS is a folder that make_logs.py wrote; WORK is an empty one. The cluster is a master with workers that are processes
of their own. The worker that has partition 5 is killed when half of it is mended, so that Spark has to try the task
again; what Spark wrote down of that is read back, for a test without a retry would prove nothing.
"""
import glob
import json
import os
import re
import subprocess
import sys
import time

from pyspark.sql import SparkSession

import repair_logs

VICTIM = 5  # the partition whose worker is killed
WORKERS = 2

# The same as jmend, save that once, after half of a partition, it kills the worker (a Java process) that it works for.
KILLER = """#!/bin/sh
case "$*" in
*part-{victim:05}.json*)
    if mkdir "{work}/killed" 2>/dev/null; then
        head -n {half} | "{jmend}" "$@"
        worker=$PPID
        until ps -o args= -p "$worker" | grep -q CoarseGrainedExecutorBackend; do
            worker=$(ps -o ppid= -p "$worker" | tr -d ' ')
            [ "${{worker:-1}}" -gt 1 ] || exit 99
        done
        echo "$worker" > "{work}/killed/worker"
        kill -9 "$worker"
        exit 1
    fi ;;
esac
exec "{jmend}" "$@"
"""


def lines(name):
    with open(name, "rb") as file:
        return sum(1 for _ in file)


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
    print(f"one jmend: {time.monotonic() - began:.1f} s of {os.path.getsize(texts) / 1e6:.0f} MB", flush=True)
    os.remove(texts)
    return reports, stats


# Where a record stands: its place in a part differs from that in the file.
PLACE = re.compile(rb'(?<=^{"ok":)(true|false)(,"file":"(\\.|[^"\\])*")?(,"line":\d+)?(,"record":\d+)?')


def same(spark, parts, form, folder, reports):
    """Are the reports of the table's parts, in order, byte for byte those of the file, places aside? How many are there?"""
    with open(reports, "rb") as expected:
        for number, part in enumerate(parts):
            table = spark.read.schema(repair_logs.COLUMNS).format(form).load(part)
            table.select("report").coalesce(1).write.text(os.path.join(folder, str(number)))
            (text,) = glob.glob(os.path.join(folder, str(number), "part-*.txt"))
            with open(text, "rb") as found:
                for report in found:
                    assert PLACE.sub(rb"\1", report) == PLACE.sub(rb"\1", expected.readline()), f"{part} has other reports"
        assert not expected.read(1), "the table has too few reports"
    return lines(reports)


def retries(events):
    """How each attempt at each partition ended, in order, and the workers that were lost, as Spark wrote it down."""
    attempts, lost = {}, []
    (log,) = glob.glob(os.path.join(events, "*"))
    with open(log, encoding="utf-8") as file:
        for event in map(json.loads, file):
            if event["Event"] == "SparkListenerExecutorRemoved":
                lost.append(event["Executor ID"])
            if event["Event"] == "SparkListenerTaskEnd":
                task = event["Task Info"]
                end = (task["Attempt"], task["Executor ID"], event["Task End Reason"]["Reason"])
                attempts.setdefault((event["Stage ID"], task["Index"]), []).append(end)
    return attempts, lost


def prove_the_retry(work):
    """The worker was killed, its tasks failed for that reason, and each was done again by another worker."""
    with open(os.path.join(work, "killed", "worker")) as file:
        worker = int(file.read())
    assert not os.path.exists(f"/proc/{worker}"), f"worker {worker} lives"
    attempts, lost = retries(os.path.join(work, "events"))
    failed = {task: ends for task, ends in attempts.items() if any(end[2] != "Success" for end in ends)}
    assert any(partition == VICTIM for _, partition in failed), failed
    for (stage, partition), ends in sorted(failed.items()):
        *before, (attempt, executor, reason) = ends
        assert reason == "Success" and attempt == len(before) and executor not in lost, ends
        assert all(end[1] in lost and end[2] == "ExecutorLostFailure" for end in before), ends
        print(
            f"killed: process {worker}, worker {before[0][1]}; partition {partition} of stage {stage} was lost with it "
            f"and done again by worker {executor}, attempt {attempt}"
        )


def start(work):
    """A cluster in which each file is one partition and a task may fail three times."""
    os.makedirs(os.path.join(work, "events"))
    spark = (
        SparkSession.builder.master(f"local-cluster[{WORKERS},1,1024]")
        .config("spark.executor.memory", "1g")
        .config("spark.hadoop.mapreduce.input.fileinputformat.split.minsize", str(1 << 40))
        .config("spark.sql.files.maxPartitionBytes", str(1 << 40))
        .config("spark.ui.enabled", "false")
        .config("spark.ui.showConsoleProgress", "false")
        .config("spark.eventLog.enabled", "true")
        .config("spark.eventLog.dir", f"file://{work}/events")
        .config("spark.eventLog.compress", "false")
        .config("spark.eventLog.rolling.enabled", "false")
        .getOrCreate()
    )
    spark.sparkContext.setLogLevel("OFF")  # a killed worker is expected; what goes wrong is raised here
    spark.sparkContext.addPyFile(repair_logs.__file__)
    return spark


def main():
    jmend, logs, work = map(os.path.abspath, sys.argv[1:])
    files = sorted(glob.glob(os.path.join(logs, "*.jsonl")))
    reports, stats = single(jmend, files, work)
    killer = os.path.join(work, "jmend-that-kills")
    with open(killer, "w", encoding="utf-8") as file:
        file.write(KILLER.format(work=work, jmend=jmend, victim=VICTIM, half=lines(files[VICTIM]) // 2))
    os.chmod(killer, 0o755)

    spark = start(work)
    for form, name, program in [("parquet", "all", killer), ("json", "one", jmend)]:
        used = files if name == "all" else files[:1]
        words = ["--input", ",".join(used), "--jmend", program, "--format", form]
        folders = {key: os.path.join(work, f"{name}-{key}") for key in ("output", "stats")}
        os.makedirs(folders["stats"])
        began = time.monotonic()
        counts = repair_logs.repair(
            spark, repair_logs.parse([*words, "--output", folders["output"], "--stats", folders["stats"]])
        )
        print(f"Spark, {len(used)} partitions, {form}: {time.monotonic() - began:.1f} s, {counts}", flush=True)
        if name != "all":
            reports, stats = single(jmend, used, work)
        parts = sorted(glob.glob(os.path.join(folders["output"], f"part-*.{form}*")))
        assert len(parts) == len(used), parts
        rows = same(spark, parts, form, os.path.join(work, f"{name}-text"), reports)
        assert sum(counts.values()) == rows, counts
        merged = subprocess.run(
            [jmend, "stats", *glob.glob(os.path.join(folders["stats"], "*.json"))],
            check=True,
            capture_output=True,
        ).stdout
        with open(stats, "rb") as file:
            assert file.read() == merged, "the merged metrics are others"
        print(f"{rows} reports byte for byte, and metrics, are those of one jmend", flush=True)
    spark.stop()
    prove_the_retry(work)


main()
