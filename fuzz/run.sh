#!/usr/bin/env bash
# Fuzzes every target (or the named ones) until each has taken SECONDS of processor time: the machine may be shared. The target
# with the least time in log.tsv runs first, one process after the other, and each process adds a row to that file. A target
# that breaks its promise stops; its input is kept in artifacts, and the status is 1. Several runs may share the work.
# usage: fuzz/run.sh SECONDS [TARGET]…
# JMEND_FUZZ_BUILT=COMMIT runs the programs that were built of that commit; JMEND_FUZZ_CHUNK is the time of one process by the
# clock (240 seconds).
set -euo pipefail
cd "$(dirname "$0")"
seconds=${1:?usage: fuzz/run.sh SECONDS [TARGET]…}
shift
export RUSTC_BOOTSTRAP=1 # the instrumentation wants flags of the nightly compiler; a stable one takes them so
export ASAN_OPTIONS=detect_odr_violation=0
sanitizer=address # what `cargo fuzz build` asks for
chunk=${JMEND_FUZZ_CHUNK:-240}
slowest=20 # processor seconds that one input may take
if [ $# -gt 0 ]; then targets=("$@"); else targets=(fuzz_targets/*.rs); fi
[ -d corpus ] || ./seeds.py
[ -n "${JMEND_FUZZ_BUILT:-}" ] || cargo fuzz build --fuzz-dir .
commit=${JMEND_FUZZ_BUILT:-$(git describe --always --dirty)}
built=${CARGO_TARGET_DIR:-target}/$(rustc -vV | sed -n 's/host: //p')/release
log=$(mktemp) took=$(mktemp) began=$(mktemp)
trap 'rm -f "$log" "$took" "$began"' EXIT
TIMEFORMAT='%U %S'

# The target with the least processor time in the log among those that are not done and that no other run has at hand.
declare -A left
for target in "${targets[@]}"; do left[$(basename "$target" .rs)]=$seconds; done
choose() {
    local target
    for target in $(awk -F'\t' 'NR == FNR { if (FNR > 1) sum[$3] += $5; next } { print sum[$1] + 0, $1 }' \
        log.tsv <(printf '%s\n' "${!left[@]}") | sort -n | cut -d' ' -f2); do
        mkdir -p "corpus/$target" "artifacts/$target"
        exec {lock}> "artifacts/$target/.lock"
        if flock -n "$lock"; then chosen=$target && return; fi
        exec {lock}>&-
    done
    return 1
}

# An input that was too slow by the clock counts if it takes too much processor time.
drop_false_alarms() {
    local artifact
    for artifact in "artifacts/$1"/{timeout,slow-unit}-*; do
        [ -e "$artifact" ] || continue
        if (ulimit -t $slowest; "$built/$1" "$artifact" -timeout=36000) > /dev/null 2>&1; then rm "$artifact"; fi
    done
}

# What a run left: not what an earlier one did, which may go meanwhile.
findings() { find "artifacts/$1" -type f ! -name .lock -newer "$began" | wc -l; }

failed=0
while [ ${#left[@]} -gt 0 ]; do
    choose || { sleep 5; continue; }
    touch "$began"
    # The program ends on the signal by which the fuzzer looks at the clock.
    timeout=600
    case $chosen in in_place_keeps_files | checked_files_are_valid) timeout=0 ;; esac
    # Long inputs are the business of the tests of time; short ones reach more paths a second.
    { time nice -n 19 "$built/$chosen" "corpus/$chosen" -max_total_time="$chunk" -max_len=4096 -timeout=$timeout \
        -report_slow_units=60 -rss_limit_mb=4096 -print_final_stats=1 -artifact_prefix="artifacts/$chosen/" \
        > "$log" 2>&1 || true; } 2> "$took"
    drop_false_alarms "$chosen"
    found=$(findings "$chosen")
    used=$(awk 'END { printf "%.0f", $1 + $2 }' "$took")
    # `#1048576 REDUCE cov: 5102 ft: 20133 corp: 2900/310Kb …`
    last=$(grep -E '^#[0-9]+' "$log" | tail -1)
    number() { sed -n "s/.* $1: \([0-9]*\).*/\1/p" <<< "$last"; }
    executions=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
    row=("$(date -u +%FT%RZ)" "$commit" "$chosen" $sanitizer "$used" "${executions:-0}" "$(number cov)" "$(number ft)"
        "$(number corp)" "$found")
    (IFS=$'\t' && echo "${row[*]}" >> log.tsv)
    echo "$chosen: $used s, ${executions:-0} executions, coverage $(number cov) edges, $found findings"
    left[$chosen]=$((left[$chosen] - used))
    if [ "$found" != 0 ]; then
        failed=1
        grep -E -A3 'panicked|ERROR|SUMMARY|Test unit written' "$log" | cut -c1-2000 | head -20
    fi
    if [ "$found" != 0 ] || [ "${left[$chosen]}" -le 0 ] || [ -z "$executions" ]; then unset "left[$chosen]"; fi
    exec {lock}>&-
done
exit $failed
