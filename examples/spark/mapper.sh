#!/bin/sh
# One partition through jmend: mapper.sh JMEND STATS. The first line of the input names the partition, the others are
# JSON strings that hold the raw text of one record each. Metrics go to STATS/NAME.json: a task that is tried again
# writes the same file again, so that nothing is counted twice.
IFS= read -r name
"$1" repair --framing strings --report --jobs 1 --quiet --stats="$2/$name.json"
status=$?
# 1: there is a record that could not be handled, and its report says so. That is no reason to run the task again.
[ "$status" -eq 1 ] || exit "$status"
