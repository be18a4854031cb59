#!/usr/bin/env bash
# Fuzzes every target (or the named ones) for so many seconds, one after the other on one core, and prints a line for
# each: executions, coverage, size of the corpus. What breaks a promise is kept in fuzz/artifacts and ends with status 1.
# usage: fuzz/run.sh SECONDS [TARGET]…
set -euo pipefail
cd "$(dirname "$0")"
seconds=${1:?usage: fuzz/run.sh SECONDS [TARGET]…}
shift
export RUSTC_BOOTSTRAP=1 # the instrumentation wants flags of the nightly compiler; a stable one takes them so
if [ $# -gt 0 ]; then targets=("$@"); else targets=(fuzz_targets/*.rs); fi
[ -d corpus ] || ./seeds.py
[ -n "${JMEND_FUZZ_BUILT:-}" ] || cargo fuzz build --fuzz-dir .
built=${CARGO_TARGET_DIR:-target}/$(rustc -vV | sed -n 's/host: //p')/release
failed=0
for target in "${targets[@]}"; do
    target=$(basename "$target" .rs)
    mkdir -p "corpus/$target" "artifacts/$target"
    log=$(mktemp)
    status=0
    # Long inputs are the business of the tests of time; short ones reach more paths a second.
    ASAN_OPTIONS=detect_odr_violation=0 nice -n 10 "$built/$target" "corpus/$target" -max_total_time="$seconds" \
        -max_len=4096 -timeout=20 -rss_limit_mb=4096 -print_final_stats=1 \
        -artifact_prefix="artifacts/$target/" > "$log" 2>&1 || status=$?
    # `#1048576 REDUCE cov: 5102 ft: 20133 corp: 2900/310Kb …`
    last=$(grep -E '^#[0-9]+' "$log" | tail -1)
    number() { sed -n "s/.* $1: \([0-9]*\).*/\1/p" <<< "$last"; }
    executions=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
    echo "$target: ${executions:-0} executions, coverage $(number cov) edges, $(number ft) features, corpus $(number corp), status $status"
    if [ "$status" != 0 ]; then
        failed=1
        grep -E -A3 'panicked|ERROR|SUMMARY|Test unit written' "$log" | head -20
    fi
    rm -f "$log"
done
exit $failed
