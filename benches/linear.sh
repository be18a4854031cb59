#!/usr/bin/env bash
# How the time of a repair grows from 64 KB to 1 MB, on the patterns that make other tools quadratic or endless.
# Prints the table; fails when four times the input takes more than five times the time.
# The patterns of the shared benchmark, where it is there, in time; then those of linear_more.py, in instructions where
# valgrind is there: their reports are so large that a megabyte of them leaves the caches, and time says more of those.
# usage: benches/linear.sh [JMEND] [--only NAME] …
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
bench="$root/../shared/bench/linear.py"
if [ $# -gt 0 ] && [ -x "$1" ]; then
    jmend=$1
    shift
else
    (cd "$root" && cargo build --release --locked --quiet)
    jmend="${CARGO_TARGET_DIR:-$root/target}/release/jmend"
fi
status=0
if [ -f "$bench" ]; then
    # The judge reads the output with Python, which refuses integers of more than 4,300 digits unless told otherwise.
    PYTHONINTMAXSTRDIGITS=0 python3 "$bench" "$jmend" "$@" || status=$?
else
    echo "skipped: $bench is not there" >&2
fi
more=()
if command -v valgrind > /dev/null; then
    more=(--instructions --kb 64,256)
fi
python3 "$root/benches/linear_more.py" "$jmend" "${more[@]}" "$@" || status=$?
exit $status
