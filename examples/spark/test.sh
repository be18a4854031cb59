#!/usr/bin/env bash
# The Spark job against a single jmend, on a local cluster of Spark: usage test.sh JMEND [MEGABYTES].
# Needs Java and python3; pyspark is installed once into a virtual environment under the target directory. Where any of
# that cannot be had it says so and ends with 0; all else that goes wrong, a job that hangs included, is a failure.
# SPARK_MB (2) is the size unless it is given.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
jmend=$(realpath "$1")
size=${2:-${SPARK_MB:-2}}
venv=${CARGO_TARGET_DIR:-$here/../../target}/spark-venv

skip() {
    echo "skipped: the Spark job was not tried: $1"
    exit 0
}
java -version >/dev/null 2>&1 || skip "there is no Java"
python3 -c 'import venv' 2>/dev/null || skip "there is no python3 with venv"
if ! "$venv/bin/python" -c 'import pyspark' 2>/dev/null; then
    python3 -m venv "$venv" || skip "no virtual environment can be made"
    timeout 600 "$venv/bin/pip" install --quiet --disable-pip-version-check 'pyspark==3.5.3' ||
        skip "pyspark cannot be installed"
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/check" "$work/run"
python3 "$here/make_logs.py" "$work/logs" "$size" 16
export PYSPARK_PYTHON="$venv/bin/python" PYTHONDONTWRITEBYTECODE=1
export SPARK_LOCAL_DIRS="$work" SPARK_LOCAL_IP=127.0.0.1 SPARK_WORKER_DIR="$work/run"
# Ten minutes for Spark to start, and two seconds for a megabyte.
timeout -k 10 $((600 + 2 * size)) "$venv/bin/python" "$here/check.py" "$jmend" "$work/logs" "$work/check"
