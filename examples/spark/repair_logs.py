"""A Spark job that mends chat logs: model output in any state in, a table of reports out, counted by strategy.

usage: spark-submit repair_logs.py --input PATHS --output DIR --stats DIR [--jmend PATH] [--format parquet|json]

PATHS are those of SparkContext.textFile. Each line is an object with an `id` and the raw text of a model as `output`.
The table has one row for every line, in order: id, ok, strategy, risk, truncated, and the whole `report` as jmend wrote
it, for its numbers have digits that a reader of JSON may lose. jmend and mapper.sh must be on every worker, under the
same path; DIR of the metrics must be one that all workers see.
"""
import argparse
import itertools
import json
import os
import shlex

from pyspark.sql import SparkSession
from pyspark.sql.types import BooleanType, StringType, StructField, StructType

MAPPER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "mapper.sh")
COLUMNS = StructType(
    [
        StructField("id", StringType()),
        StructField("ok", BooleanType()),
        StructField("strategy", StringType()),
        StructField("risk", StringType()),
        StructField("truncated", BooleanType()),
        StructField("report", StringType()),
    ]
)


def named(index, texts):
    """The partition's name goes before its records: a file name that is the same when the task runs again."""
    return itertools.chain([f"part-{index:05}"], texts)


def row(pair):
    line, text = pair
    report = json.loads(text, parse_int=str)
    fields = (report["ok"], report["strategy"], report.get("risk"), report.get("truncated"))
    return (str(json.loads(line)["id"]), *fields, text)


def repair(spark, arguments):
    """Writes the table and returns how many records needed which strategy."""
    logs = spark.sparkContext.textFile(arguments.input)
    texts = logs.map(lambda line: json.dumps(json.loads(line)["output"]))
    command = shlex.join([MAPPER, arguments.jmend, os.path.abspath(arguments.stats)])
    reports = texts.mapPartitionsWithIndex(named).pipe(command, checkCode=True)
    # One record in, one report out, in order: what belongs together stands at the same place.
    table = spark.createDataFrame(logs.zip(reports).map(row), COLUMNS)
    table.write.format(arguments.format).save(arguments.output)
    written = spark.read.schema(COLUMNS).format(arguments.format).load(arguments.output)
    return {group["strategy"]: group["count"] for group in written.groupBy("strategy").count().collect()}


def parse(words=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--input", required=True)
    parser.add_argument("--output", required=True)
    parser.add_argument("--stats", required=True)
    parser.add_argument("--jmend", default="jmend")
    parser.add_argument("--format", choices=["parquet", "json"], default="parquet")
    return parser.parse_args(words)


def main():
    arguments = parse()
    os.makedirs(arguments.stats, exist_ok=True)
    spark = SparkSession.builder.appName("jmend").getOrCreate()
    for strategy, count in sorted(repair(spark, arguments).items()):
        print(f"{count:12} {strategy}")
    spark.stop()


if __name__ == "__main__":
    main()
